import { domainToUnicode } from 'node:url'
import { desc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { User } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { ChangeProfile } from '#app/domain/inputs.ts'
import type { Database, Db } from '#db/database.ts'
import { users } from '#db/schema.ts'

export async function changeProfile(
  { write, itemResponses }: Pick<Database, 'write'> & { itemResponses: { clear(): void } },
  { id }: User,
  changes: Partial<z.infer<typeof ChangeProfile>>,
) {
  if (Object.keys(changes).length > 0) await write((tx) => updateUser(tx, id, changes))
  // In which aisle “Paprika” is depends on it, and lists don't change.
  if (changes.language !== undefined) itemResponses.clear()
}

export async function updateUser(tx: Db, id: string, values: Partial<typeof users.$inferSelect>) {
  await tx.update(users).set(values).where(eq(users.id, id)).run()
}

/** Reads `disabledAt` in the transaction that it guards. */
export function refuseIfDisabled({ id, disabledAt }: { id: string; disabledAt: number | null }) {
  if (disabledAt === null) return
  const audit = { event: 'sign-in-failed', user: id, reason: 'disabled' } as const
  throw new DomainError('account-disabled', {}, { audit })
}

export async function findUser(db: Db, id: string) {
  return db.select().from(users).where(eq(users.id, id)).get()
}

/** An account from before domains were stored in ASCII keeps its spelling. */
export const hasEmail = (email: string) => {
  const [local, domain = ''] = email.split('@')
  return inArray(users.email, [email, `${local}@${domainToUnicode(domain)}`])
}

export async function userByNewEmail(db: Db, email: string) {
  return db.select().from(users).where(eq(users.newEmail, email)).get()
}

export async function userByEmail(db: Db, email: string) {
  return db
    .select()
    .from(users)
    .where(hasEmail(email))
    .orderBy(desc(eq(users.email, email)))
    .get()
}
