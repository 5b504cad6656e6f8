import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { User } from '#app/domain/access/access.ts'
import type { Caller } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import { sha256 } from '#app/domain/hash.ts'
import { newId } from '#app/domain/ids.ts'
import type { CreateToken } from '#app/domain/inputs.ts'
import { MAX_API_TOKENS_PER_USER } from '#app/domain/limitsAndLifetimes.ts'
import { requireAtMost } from '#app/domain/requireAtMost.ts'
import { MINUTE } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import { type Db, prepared } from '#db/database.ts'
import { apiTokens, users } from '#db/schema.ts'

/** Lets people and secret scanners recognize a token. */
const PREFIX = 'larder_'

export type ListedToken = Pick<typeof apiTokens.$inferSelect, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>

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

/** Returns the token, which can't be shown again: only its hash is stored. */
export async function createToken(
  services: Services,
  user: User,
  { id = newId(), name }: z.infer<typeof CreateToken>,
  caller: Caller,
): Promise<string> {
  const token = `${PREFIX}${randomBytes(32).toString('base64url')}`
  await services.write(async (tx) => {
    const row = { id, userId: user.id, name, hash: sha256(token), createdAt: Date.now() }
    const { changes } = await tx.insert(apiTokens).values(row).onConflictDoNothing().run()
    if (changes === 0) throw new DomainError('token-exists')
    const own = eq(apiTokens.userId, user.id)
    await requireAtMost(tx, MAX_API_TOKENS_PER_USER, 'too-many-tokens', apiTokens, own)
  })
  services.audit.note(caller, { event: 'token-made', user: user.id })
  return token
}

export async function revokeToken(services: Services, user: User, id: string | undefined, caller: Caller) {
  if (!id) return false
  const { changes } = await services.write((tx) =>
    tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, user.id)))
      .run(),
  )
  if (changes > 0) services.audit.note(caller, { event: 'token-revoked', user: user.id })
  return changes > 0
}

export async function revokeAllTokens(tx: Db, userId: string): Promise<void> {
  await tx.delete(apiTokens).where(eq(apiTokens.userId, userId)).run()
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
    .where(and(eq(apiTokens.hash, sql.placeholder('hash')), isNull(users.disabledAt)))
    .prepare(),
)

export async function userOfToken(services: Services, token: string): Promise<User | undefined> {
  if (!token.startsWith(PREFIX)) return undefined
  const row = await tokenByHash(services.db).get({ hash: sha256(token) })
  if (!row) return undefined
  const now = Date.now()
  // At most once a minute, because a write for every read would be too slow.
  if (now - (row.lastUsedAt ?? 0) > MINUTE) await updateLastUsed(services, row.id, now)
  return row.user
}

async function updateLastUsed(services: Services, id: string, now: number) {
  await services
    .write((tx) => tx.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.id, id)).run())
    .catch((error) => services.log.warn({ err: error }, "could not update an API token's last use"))
}
