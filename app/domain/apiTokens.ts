import { randomBytes } from 'node:crypto'
import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { apiTokens, users } from '#db/schema.ts'
import { DomainError } from './errors.ts'
import { sha256 } from './hash.ts'
import { newId } from './ids.ts'
import type { MakeToken } from './inputs.ts'
import type { User } from './sessions.ts'
import { MINUTE } from './time.ts'

export const MAX_TOKENS = 20

/** So that people, and programs that look for leaked secrets, know one when they see it. */
const PREFIX = 'larder_'

function hashOf(token: string): string {
  return sha256(token)
}

/** A token without its secret. */
export type ListedToken = Pick<typeof apiTokens.$inferSelect, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>

/** Newest first. */
export async function tokensOf(services: Services, user: User): Promise<ListedToken[]> {
  return services.db
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      createdAt: apiTokens.createdAt,
      lastUsedAt: apiTokens.lastUsedAt,
    })
    .from(apiTokens)
    .where(eq(apiTokens.userId, user.id))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
    .all()
}

/** Answers with the token itself, this once: only its hash is kept. */
export async function makeToken(
  services: Services,
  user: User,
  input: z.infer<typeof MakeToken>,
): Promise<string> {
  const token = `${PREFIX}${randomBytes(32).toString('base64url')}`
  await services.write((tx) => {
    if (input.id && tokenById(tx, input.id)) throw new DomainError('token-exists')
    const mine = tx.select({ n: count() }).from(apiTokens).where(eq(apiTokens.userId, user.id)).get()
    if ((mine?.n ?? 0) >= MAX_TOKENS) throw new DomainError('too-many-tokens', { max: MAX_TOKENS })
    tx.insert(apiTokens)
      .values({
        id: input.id ?? newId(),
        userId: user.id,
        name: input.name,
        hash: hashOf(token),
        createdAt: Date.now(),
      })
      .run()
  })
  return token
}

function tokenById(db: Db, id: string) {
  return db.select({ id: apiTokens.id }).from(apiTokens).where(eq(apiTokens.id, id)).get()
}

/** Says that the token shall be gone; that it is gone already is no failure. Answers whether it was there. */
export async function revokeToken(services: Services, user: User, id: string | undefined): Promise<boolean> {
  if (!id) return false
  const { changes } = await services.write((tx) =>
    tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, user.id)))
      .run(),
  )
  return changes > 0
}

/** All of a user's, as a part of a larger unit of work. */
export function revokeAllTokensIn(tx: Db, userId: string): void {
  tx.delete(apiTokens).where(eq(apiTokens.userId, userId)).run()
}

const tokenByHash = prepared((db) =>
  db
    .select({
      user: { id: users.id, name: users.name, email: users.email },
      id: apiTokens.id,
      lastUsedAt: apiTokens.lastUsedAt,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(eq(apiTokens.hash, sql.placeholder('hash')))
    .prepare(),
)

export async function userOfToken(services: Services, token: string): Promise<User | undefined> {
  if (!token.startsWith(PREFIX)) return undefined
  const found = tokenByHash(services.db).get({ hash: hashOf(token) })
  if (!found) return undefined
  const now = Date.now()
  // Once a minute is enough to know which are in use, and keeps reads from becoming writes.
  if (now - (found.lastUsedAt ?? 0) > MINUTE) await touch(services, found.id, now)
  return found.user
}

async function touch(services: Services, id: string, now: number) {
  try {
    await services.write((tx) =>
      tx.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.id, id)).run(),
    )
  } catch (error) {
    // A full disk must not keep anybody from reading.
    services.log.warn({ err: error }, 'could not note that an API token is in use')
  }
}
