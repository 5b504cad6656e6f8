import { randomBytes } from 'node:crypto'
import { count, eq, max, sum } from 'drizzle-orm'
import type { z } from 'zod/v4'
import { publicUrl } from '#app/config.server.ts'
import { DomainError } from '#app/domain/errors.ts'
import { newId } from '#app/domain/ids.ts'
import { ForgotPassword, Register } from '#app/domain/inputs.ts'
import { resetLink } from '#app/domain/mails.ts'
import { parse } from '#app/domain/parse.ts'
import { mintToken } from '#app/domain/tokens.ts'
import { fieldTexts } from '#app/messages/errorText.ts'
import { storage } from '#app/messages/format.ts'
import type { Services } from '#app/services.server.ts'
import { lists, sessions, users } from '#db/schema.ts'
import { OperatorError } from './sentence.ts'

/** Longer than that of a mail: the operator has to pass it on to somebody. */
const LINK_LIFE = 24 * 3_600_000

type Db = Services['db']

const Newcomer = Register.pick({ name: true, email: true })

/** No password is typed here, where it would stay in the shell's history: the person chooses it himself. */
export async function addPerson(services: Services, typed: { name: string; email: string }) {
  const { name, email } = understood(Newcomer, typed)
  // Nobody knows it, and comparing with it takes as long as with any other.
  const passwordHash = await services.passwords.hash(randomBytes(32).toString('base64url'))
  return services.write((tx) => {
    const user = { id: newId(), name, email, passwordHash, createdAt: Date.now() }
    const { changes } = tx.insert(users).values(user).onConflictDoNothing().run()
    if (changes === 0) throw new OperatorError(`${email} has an account already.`)
    return { name, email, link: linkFor(services, tx, user) }
  })
}

/** The present password goes on working until the link is used. */
export async function newPasswordLink(services: Services, typed: string): Promise<string> {
  const { email } = understood(ForgotPassword, { email: typed })
  return services.write((tx) => {
    const user = tx.select().from(users).where(eq(users.email, email)).get()
    if (!user) throw new OperatorError(`Nobody has an account with ${email}.`)
    return linkFor(services, tx, user)
  })
}

function linkFor({ config }: Services, tx: Db, { id, email }: { id: string; email: string }): string {
  const token = mintToken(tx, 'reset', id, { life: LINK_LIFE })
  return resetLink(publicUrl(config), { token, email })
}

function understood<S extends z.ZodType>(schema: S, typed: unknown): z.output<S> {
  try {
    return parse(schema, typed)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new OperatorError(Object.values(fieldTexts(error) ?? {}).join(' '))
  }
}

export interface Person {
  name: string
  email: string
  confirmed: boolean
  since: number
  lastSeen: number | undefined
  lists: number
  stored: string
}

/** In the order in which they came. */
export function everybody(services: Services): Person[] {
  const { db } = services
  const seen = db
    .select({ userId: sessions.userId, at: max(sessions.lastSeenAt).as('at') })
    .from(sessions)
    .groupBy(sessions.userId)
    .as('seen')
  const owned = db
    .select({ userId: lists.createdBy, n: count().as('n'), bytes: sum(lists.storedBytes).as('bytes') })
    .from(lists)
    .groupBy(lists.createdBy)
    .as('owned')
  return db
    .select({
      name: users.name,
      email: users.email,
      verifiedAt: users.emailVerifiedAt,
      since: users.createdAt,
      lastSeen: seen.at,
      lists: owned.n,
      bytes: owned.bytes,
    })
    .from(users)
    .leftJoin(seen, eq(seen.userId, users.id))
    .leftJoin(owned, eq(owned.userId, users.id))
    .orderBy(users.createdAt, users.id)
    .all()
    .map(({ verifiedAt, lastSeen, lists, bytes, ...person }) => ({
      ...person,
      confirmed: verifiedAt !== null,
      lastSeen: lastSeen ?? undefined,
      lists: lists ?? 0,
      stored: storage(Number(bytes ?? 0), services.config.STORAGE_PER_ACCOUNT),
    }))
}
