import { randomBytes } from 'node:crypto'
import { and, count, eq, max, sql, sum } from 'drizzle-orm'
import type { z } from 'zod/v4'
import { publicUrl } from '#app/config/config.server.ts'
import { owned } from '#app/domain/access/access.ts'
import { setEmail } from '#app/domain/accounts/changeEmail.ts'
import { removeAccount } from '#app/domain/accounts/deleteAccount.ts'
import { DEMO_EMAIL } from '#app/domain/accounts/registration.ts'
import { endAllSessions } from '#app/domain/accounts/sessions.ts'
import { mintToken } from '#app/domain/accounts/tokens.ts'
import { findUser, updateUser, userByEmail } from '#app/domain/accounts/users.ts'
import { DomainError } from '#app/domain/errors.ts'
import { newId } from '#app/domain/ids.ts'
import { ForgotPassword, Register } from '#app/domain/inputs.ts'
import { mailLink } from '#app/domain/mail/mailLinks.ts'
import { parse } from '#app/domain/parse.ts'
import { DAY } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import { fieldTexts } from '#app/words/errorText.ts'
import { storage } from '#app/words/limits.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { type Db, live, withDeleted } from '#db/database.ts'
import { lists, sessions, trips, users } from '#db/schema.ts'
import { OperatorError } from './errors.ts'

/** Longer than that of a mailed link, because the operator has to pass it on. */
const LINK_LIFETIME = DAY

const NewUser = Register.pick({ name: true, email: true })

/** Takes no password, because it would stay in the shell's history: users choose it with the link. */
export async function addUser(services: Services, input: { name: string; email: string }) {
  const { name, email } = parseArguments(NewUser, input)
  // A random password that no one knows. Comparing with its hash takes as long as with any other.
  const passwordHash = await services.passwords.hash(randomBytes(32).toString('base64url'))
  return services.write(async (tx) => {
    const user = { id: newId(), name, email, passwordHash, createdAt: Date.now() }
    const taken = await userByEmail(tx, email)
    if (taken) throw new OperatorError(`${email} already has an account.`)
    await tx.insert(users).values(user).run()
    return { name, email, link: await linkFor(services, tx, user) }
  })
}

export async function newPasswordLink(services: Services, input: string): Promise<string> {
  return services.write(async (tx) => {
    const account = await accountOf(tx, input)
    if (account.disabledAt) {
      throw new OperatorError(
        `${account.email} is disabled. Enable it first: larder user enable ${account.email}`,
      )
    }
    return linkFor(services, tx, account)
  })
}

/** The operator vouches for the email. False if it was confirmed already. */
export async function confirmUser(services: Services, input: string): Promise<boolean> {
  return services.write(async (tx) => {
    const { id, emailVerifiedAt } = await accountOf(tx, input)
    if (emailVerifiedAt) return false
    await updateUser(tx, id, { emailVerifiedAt: Date.now(), registrationHash: null })
    return true
  })
}

/** The operator vouches for the new email as far as the old one was confirmed. */
export async function changeUserEmail(services: Services, input: string, wanted: string) {
  const { email } = parseArguments(ForgotPassword, { email: wanted })
  return services.write(async (tx) => {
    const user = await accountOf(tx, input)
    const taken = await userByEmail(tx, email)
    // An account with the demo's email would count as nobody's: see registration.ts.
    if ((taken && taken.id !== user.id) || email === DEMO_EMAIL)
      throw new OperatorError(`${email} already has an account.`)
    if (user.email !== email) await setEmail(tx, user.id, email, user.emailVerifiedAt)
    return { from: user.email, to: email }
  })
}

export async function deleteUser(services: Services, input: string) {
  const user = await accountOf(services.db, input)
  const { offered } = await removeAccount(services, user, {}, { address: 'operator' })
  return { email: user.email, offered }
}

/** False if it was like that already. */
export async function setDisabled(services: Services, input: string, disabled: boolean): Promise<boolean> {
  return services.write(async (tx) => {
    const { id, disabledAt } = await accountOf(tx, input)
    if ((disabledAt !== null) === disabled) return false
    await updateUser(tx, id, { disabledAt: disabled ? Date.now() : null })
    if (disabled) await endAllSessions(tx, id)
    return true
  })
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** By its email, or by its ID as in the log. */
async function accountOf(db: Db, input: string) {
  if (ID.test(input)) {
    const user = await findUser(db, input)
    if (!user) throw new OperatorError(`There is no account with the ID ${input}.`)
    return user
  }
  const { email } = parseArguments(ForgotPassword, { email: input })
  const user = await userByEmail(db, email)
  if (!user) throw new OperatorError(`There is no account with the email ${email}.`)
  return user
}

async function linkFor({ config }: Services, tx: Db, { id, email }: { id: string; email: string }) {
  const token = await mintToken(tx, 'reset', id, { lifetime: LINK_LIFETIME })
  return mailLink('reset', publicUrl(config), { token, email })
}

function parseArguments<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  try {
    return parse(schema, input)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new OperatorError(Object.values(fieldTexts(ENGLISH, error) ?? {}).join(' '))
  }
}

export async function allUsers(services: Services) {
  const { db } = services
  const seen = db
    .select({ userId: sessions.userId, at: max(sessions.lastSeenAt).as('at') })
    .from(sessions)
    .groupBy(sessions.userId)
    .as('seen')
  const ofUser = db
    .select({
      userId: lists.createdBy,
      n: count().as('n'),
      bytes: sum(sql`${lists.storedBytes} + ${lists.operationBytes}`).as('bytes'),
    })
    .from(lists)
    .where(and(owned, live(lists)))
    .groupBy(lists.createdBy)
    .as('owned')
  const inTrips = db
    .select({ userId: trips.ownerId, bytes: sum(trips.storedBytes).as('trip_bytes') })
    .from(trips)
    .leftJoin(lists, and(eq(lists.id, trips.listId), withDeleted(lists)))
    .where(and(owned, live(trips)))
    .groupBy(trips.ownerId)
    .as('in_trips')
  const rows = await db
    .select({
      name: users.name,
      email: users.email,
      verifiedAt: users.emailVerifiedAt,
      disabledAt: users.disabledAt,
      since: users.createdAt,
      lastSeen: seen.at,
      lists: ofUser.n,
      bytes: ofUser.bytes,
      tripBytes: inTrips.bytes,
    })
    .from(users)
    .leftJoin(seen, eq(seen.userId, users.id))
    .leftJoin(ofUser, eq(ofUser.userId, users.id))
    .leftJoin(inTrips, eq(inTrips.userId, users.id))
    .orderBy(users.createdAt, users.id)
    .all()
  return rows.map(({ verifiedAt, disabledAt, lastSeen, lists, bytes, tripBytes, ...user }) => ({
    ...user,
    confirmed: verifiedAt !== null,
    disabled: disabledAt !== null,
    lastSeen: lastSeen ?? undefined,
    lists: lists ?? 0,
    stored: storage(
      ENGLISH,
      Number(bytes ?? 0) + Number(tripBytes ?? 0),
      services.config.STORAGE_PER_ACCOUNT,
    ),
  }))
}
