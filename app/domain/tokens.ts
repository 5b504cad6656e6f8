import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { tokens, users } from '#db/schema.ts'
import { DomainError } from './errors.ts'
import { sha256 } from './hash.ts'
import { DAY, MINUTE } from './time.ts'

export type Purpose = 'verify' | 'reset'

export const TOKEN_LIFE: Record<Purpose, number> = { verify: DAY, reset: 30 * MINUTE }

/** What came back from a link in a mail. */
export interface Presented {
  token: string
  email: string
}

/** The database knows only the hash: whoever reads it cannot follow the links. */
function hashOf(token: string): string {
  return sha256(token)
}

/**
 * 256 random bits for the link. Older links go on working until one of them is used: otherwise a stranger
 * could ask for a link and end the one that its owner is about to follow.
 */
export function mintToken(
  tx: Db,
  purpose: Purpose,
  userId: string,
  { now = Date.now(), life = TOKEN_LIFE[purpose] } = {},
): string {
  const token = randomBytes(32).toString('base64url')
  tx.delete(tokens).where(lt(tokens.expiresAt, now)).run()
  tx.insert(tokens)
    .values({ hash: hashOf(token), purpose, userId, expiresAt: now + life })
    .run()
  return token
}

/** Whose token this is, if it can be used still; looking does not use it up. */
export function holderOf(db: Db, purpose: Purpose, { token, email }: Presented, now = Date.now()) {
  return db
    .select({ id: users.id, email: users.email, emailVerifiedAt: users.emailVerifiedAt })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(
      and(
        eq(tokens.hash, hashOf(token)),
        eq(tokens.purpose, purpose),
        gt(tokens.expiresAt, now),
        eq(users.email, email),
      ),
    )
    .get()
}

/** Works once: call it inside the unit of work that does what the token allows. */
export function spendToken(tx: Db, purpose: Purpose, presented: Presented) {
  const holder = holderOf(tx, purpose, presented)
  if (!holder) throw badLink()
  tx.delete(tokens)
    .where(and(eq(tokens.userId, holder.id), eq(tokens.purpose, purpose)))
    .run()
  return holder
}

export function badLink() {
  return new DomainError('link-expired', {}, { audit: { event: 'link-refused' } })
}
