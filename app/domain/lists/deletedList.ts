import { desc, eq } from 'drizzle-orm'
import { findDeletedList, isOwnerless, type User } from '#app/domain/access/access.ts'
import { hasRight } from '#app/domain/access/rights.ts'
import { canBeRestored } from '#app/domain/history/purge.ts'
import type { Services } from '#app/services.ts'
import { changes, users } from '#db/schema.ts'

/** For somebody who was on it: who deleted it, and the change that brings it back, for those who may. */
export async function deletedList({ db }: Pick<Services, 'db'>, user: User, id: string) {
  const list = await findDeletedList(db, user, id)
  if (!list) return undefined
  const { name, createdBy, role } = list
  const isOwn = hasRight(role, 'own')
  // Nothing else can change a deleted list.
  const latest = db
    .select({ id: changes.id })
    .from(changes)
    .where(eq(changes.listId, id))
    .orderBy(desc(changes.listRevision))
    .limit(1)
  const owner = db.select({ name: users.name }).from(users).where(eq(users.id, createdBy))
  return {
    name,
    by: isOwn || isOwnerless(list) ? undefined : (await owner.get())?.name,
    change: isOwn && canBeRestored(list) ? (await latest.get())?.id : undefined,
  }
}
