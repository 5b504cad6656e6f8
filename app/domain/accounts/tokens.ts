import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, or } from 'drizzle-orm'
import { deleteSome } from '#app/domain/deleteSome.ts'
import { DomainError } from '#app/domain/errors.ts'
import { sha256 } from '#app/domain/hash.ts'
import { TOKEN_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import type { Db } from '#db/database.ts'
import { tokens, users } from '#db/schema.ts'
import { hasEmail } from './users.ts'

/** What a link is for: 'verify' and 'reset' go to the account's email, 'email' to the one it is to have. */
export type Purpose = 'verify' | 'reset' | 'email'

export interface LinkParams {
  token: string
  email: string
}

/** Older links stay: a stranger who requests one must not invalidate the one its owner is about to open. */
export async function mintToken(
  tx: Db,
  purpose: Purpose,
  userId: string,
  { now = Date.now(), lifetime = TOKEN_LIFETIME[purpose], email = '' } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await deleteSome(tx, tokens, [tokens.hash], lt(tokens.expiresAt, now))
  await tx
    .insert(tokens)
    .values({ hash: hashOf(purpose, { token, email }), purpose, userId, expiresAt: now + lifetime })
    .run()
  return token
}

/** A link to a new email is bound to it: with another one it must not work, and not tell whose that is. */
const hashOf = (purpose: Purpose, { token, email }: LinkParams) =>
  sha256(purpose === 'email' ? JSON.stringify([token, email]) : token)

export async function findTokenUser(db: Db, purpose: Purpose, link: LinkParams) {
  const { email } = link
  return db
    .select({
      id: users.id,
      email: users.email,
      newEmail: users.newEmail,
      language: users.language,
      disabledAt: users.disabledAt,
      passwordHash: users.passwordHash,
      emailVerifiedAt: users.emailVerifiedAt,
      registrationHash: users.registrationHash,
    })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(
      and(
        eq(tokens.hash, hashOf(purpose, link)),
        eq(tokens.purpose, purpose),
        gt(tokens.expiresAt, Date.now()),
        purpose === 'email' ? or(eq(users.newEmail, email), hasEmail(email)) : hasEmail(email),
      ),
    )
    .get()
}

export async function endLinks(tx: Db, userId: string, purpose: Purpose): Promise<void> {
  await tx
    .delete(tokens)
    .where(and(eq(tokens.userId, userId), eq(tokens.purpose, purpose)))
    .run()
}

export function linkExpired() {
  return new DomainError('link-expired', {}, { audit: { event: 'link-refused' } })
}
