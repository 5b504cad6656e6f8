import { and, asc, desc, eq, gt, inArray, notExists, type SQL, sql } from 'drizzle-orm'
import { budgetOf, type Ownership, ownedBy } from '#app/domain/access/access.ts'
import { chunks, inParts } from '#app/domain/batches.ts'
import { deleteSome } from '#app/domain/deleteSome.ts'
import { TEXT_COLUMNS, textOf } from '#app/domain/items/itemColumns.ts'
import { forgetAnswers, forgetSomeOf } from '#app/domain/keptOperations.ts'
import {
  KEEP_DELETED_FOR,
  MAX_DELETED_ITEMS_PER_LIST,
  MAX_DELETED_LISTS_PER_USER,
} from '#app/domain/limitsAndLifetimes.ts'
import { bytesOf, bytesOfEffect, CHANGE_BYTES } from '#app/domain/receipts/bytes.ts'
import { purgeOldestTrip } from '#app/domain/trips/owners.ts'
import { type Db, deleted, withDeleted } from '#db/database.ts'
import { changeItems, changes, items, lists, operations } from '#db/schema.ts'
import { oldestChanges, purgeItems, shrinkHistory, trimHistory, trimPart } from './trimBytes.ts'

/** The sweep comes once a day: until then, old items are still there. */
export const canBeRestored = ({ deletedAt }: { deletedAt: number | null }) =>
  deletedAt !== null && deletedAt > Date.now() - KEEP_DELETED_FOR

export async function keepNewestDeletedItems(tx: Db, listId: string): Promise<void> {
  const surplus = await tx
    .select({ id: items.id, ...TEXT_COLUMNS })
    .from(items)
    .where(and(eq(items.listId, listId), deleted(items)))
    .orderBy(desc(items.deletedAt), desc(items.id))
    .limit(MAX_DELETED_ITEMS_PER_LIST)
    .offset(MAX_DELETED_ITEMS_PER_LIST)
    .all()
  if (surplus.length === 0) return
  const ids = surplus.map(({ id }) => id)
  for await (const some of chunks(ids)) await purgeItems(tx, some)
  await shrinkHistory(tx, listId, bytesOf(...surplus.map(textOf)))
}

export async function purgeItem(tx: Db, item: typeof items.$inferSelect): Promise<void> {
  const { id, listId } = item
  await purgeItems(tx, [id])
  await forgetAnswers(tx, listId, id)
  const ofList = tx.select({ id: changes.id }).from(changes).where(eq(changes.listId, listId))
  const effects = await tx
    .delete(changeItems)
    .where(and(inArray(changeItems.changeId, ofList), eq(changeItems.itemId, id)))
    .returning()
    .all()
  const bytes = effects.reduce((sum, effect) => sum + bytesOfEffect(effect), bytesOf(textOf(item)))
  const touched = effects.map(({ changeId }) => changeId)
  const left = tx.select().from(changeItems).where(eq(changeItems.changeId, changes.id))
  const { changes: emptied } = await tx
    .delete(changes)
    .where(and(inArray(changes.id, touched), notExists(left)))
    .run()
  await tx
    .update(changes)
    .set({ firstItemId: lastOf(tx) })
    .where(and(inArray(changes.id, touched), eq(changes.firstItemId, id)))
    .run()
  await shrinkHistory(tx, listId, bytes + emptied * CHANGE_BYTES)
}

/** From the index alone, and of several that were added, the last is a new one. */
const lastOf = (tx: Db) =>
  sql`(${tx
    .select({ id: sql`max(${changeItems.itemId})` })
    .from(changeItems)
    .where(eq(changeItems.changeId, changes.id))})`

/** Deletes a list with everything in it. Its receipts' files are swept later. */
export const purgeList = (tx: Db, id: string) => inParts(() => purgePartOfList(tx, id))

/** Some of a deleted list, and in the end the list itself. Returns whether there may be more. */
export async function purgePartOfList(tx: Db, id: string): Promise<boolean> {
  const oldest = (await oldestChanges(tx, id)).map((change) => change.id)
  if (oldest.length > 0) await tx.delete(changes).where(inArray(changes.id, oldest)).run()
  const ofList = eq(items.listId, id)
  const isMore =
    oldest.length > 0 ||
    (await deleteSome(tx, items, [items.id], ofList)) ||
    (await deleteSome(tx, operations, [operations.id], eq(operations.listId, id)))
  if (isMore) return true
  await tx
    .delete(lists)
    .where(and(eq(lists.id, id), deleted(lists)))
    .run()
  return false
}

const deletedListsOf = (tx: Db, owned: SQL | undefined) =>
  tx
    .select({
      id: lists.id,
      bytes: sql`${lists.storedBytes} + ${lists.historyBytes} + ${lists.operationBytes}`.mapWith(Number),
    })
    .from(lists)
    .where(and(owned, deleted(lists)))

export async function keepNewestDeletedLists(tx: Db, userId: string): Promise<void> {
  const surplus = await deletedListsOf(tx, ownedBy(userId))
    .orderBy(desc(lists.deletedAt), desc(lists.id))
    .limit(MAX_DELETED_LISTS_PER_USER)
    .offset(MAX_DELETED_LISTS_PER_USER)
    .all()
  for (const { id } of surplus) await purgeList(tx, id)
}

/** Does a part of what purgeBytes does. Returns whether there may be more. */
export async function purgePartOfBytes(tx: Db, list: Ownership, needed: number): Promise<boolean> {
  const budget = budgetOf(list)
  const oldest = await oldestDeletedList(tx, budget)
  if (oldest) {
    // From now on it can't be restored.
    await tx
      .update(lists)
      .set({ deletedAt: 0 })
      .where(and(eq(lists.id, oldest.id), deleted(lists)))
      .run()
    await purgePartOfList(tx, oldest.id)
    return true
  }
  if ((await purgeOldestTrip(tx, list.createdBy)) > 0) return true
  const longest = await listWithMost(tx, budget, lists.historyBytes)
  if (longest) return trimPart(tx, longest.id, Math.max(0, longest.bytes - needed))
  // Only here: what is added has to fit beside the operations.
  const most = await listWithMost(tx, budget, lists.operationBytes)
  return most !== undefined && forgetSomeOf(tx, most.id, needed)
}

/** Makes room in the storage to which a list counts: first the oldest deleted lists go, then the longest histories. */
export async function purgeBytes(tx: Db, list: Ownership, needed: number): Promise<void> {
  const budget = budgetOf(list)
  let left = needed
  while (left > 0) {
    const oldest = await oldestDeletedList(tx, budget)
    if (!oldest) break
    await purgeList(tx, oldest.id)
    left -= oldest.bytes
  }
  while (left > 0) {
    const freed = await purgeOldestTrip(tx, list.createdBy)
    if (freed === 0) break
    left -= freed
  }
  while (left > 0) {
    const longest = await listWithMost(tx, budget, lists.historyBytes)
    if (!longest) break
    await trimHistory(tx, longest.id, Math.max(0, longest.bytes - left))
    left -= longest.bytes
  }
}

async function listWithMost(
  tx: Db,
  budget: SQL | undefined,
  bytes: typeof lists.historyBytes | typeof lists.operationBytes,
) {
  return tx
    .select({ id: lists.id, bytes })
    .from(lists)
    .where(and(budget, withDeleted(lists), gt(bytes, 0)))
    .orderBy(desc(bytes))
    .limit(1)
    .get()
}

const oldestDeletedList = (tx: Db, budget: SQL | undefined) =>
  deletedListsOf(tx, budget).orderBy(asc(lists.deletedAt)).limit(1).get()
