import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { inParts } from '#app/domain/batches.ts'
import { TEXT_COLUMNS, textOf } from '#app/domain/items/itemColumns.ts'
import { bytesOf, CHANGE_BYTES, EFFECT_BYTES } from '#app/domain/receipts/bytes.ts'
import { type Db, deleted, withDeleted } from '#db/database.ts'
import { changeItems, changes, items, lists, receipts } from '#db/schema.ts'

const BATCH = 100
const MAX_EFFECTS = 500

export const trimHistory = (tx: Db, listId: string, most: number) => inParts(() => trimPart(tx, listId, most))

/** Returns whether there may be more. */
export async function trimPart(tx: Db, listId: string, most: number): Promise<boolean> {
  const list = await tx
    .select({ bytes: lists.historyBytes })
    .from(lists)
    .where(and(eq(lists.id, listId), withDeleted(lists)))
    .get()
  if (!list || list.bytes <= most) return false
  const old = firstBytes(await withBytes(tx, await oldestChanges(tx, listId)), list.bytes - most)
  return purgeOld(tx, listId, old, old.at(-1)?.createdAt ?? Date.now())
}

/** Some of what a list kept since before this time. Returns whether there may be more. */
export async function purgeBefore(tx: Db, listId: string, time: number): Promise<boolean> {
  const old = (await oldestChanges(tx, listId)).filter(({ createdAt }) => createdAt <= time)
  return purgeOld(tx, listId, await withBytes(tx, old), time)
}

type OldChange = Awaited<ReturnType<typeof withBytes>>[number]

function firstBytes(old: OldChange[], bytes: number): OldChange[] {
  let sum = 0
  const at = old.findIndex((change) => {
    sum += change.bytes
    return sum >= bytes
  })
  return at < 0 ? old : old.slice(0, at + 1)
}

/** Few enough to delete in a short time: one change can have 2,000 effects. */
export async function oldestChanges(tx: Db, listId: string) {
  const oldest = await tx
    .select({ id: changes.id, createdAt: changes.createdAt, itemCount: changes.itemCount })
    .from(changes)
    .where(eq(changes.listId, listId))
    .orderBy(asc(changes.listRevision))
    .limit(BATCH)
    .all()
  let effects = 0
  const end = oldest.findIndex(({ itemCount }) => {
    effects += itemCount
    return effects > MAX_EFFECTS
  })
  return end < 0 ? oldest : oldest.slice(0, Math.max(1, end))
}

async function withBytes(tx: Db, old: Awaited<ReturnType<typeof oldestChanges>>) {
  const ids = old.map(({ id }) => id)
  const sums = await tx
    .select({ id: changeItems.changeId, bytes: bytesOfEffects })
    .from(changeItems)
    .where(inArray(changeItems.changeId, ids))
    .groupBy(changeItems.changeId)
    .all()
  const bytes = new Map(sums.map((sum) => [sum.id, sum.bytes]))
  return old.map((change) => ({ ...change, bytes: CHANGE_BYTES + (bytes.get(change.id) ?? 0) }))
}

/** In part if it is much. Returns whether there was anything. */
async function purgeOld(tx: Db, listId: string, old: OldChange[], time: number): Promise<boolean> {
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(changes).where(inArray(changes.id, ids)).run()
  const gone = await tx
    .select({ id: items.id, ...TEXT_COLUMNS })
    .from(items)
    .where(and(eq(items.listId, listId), deleted(items), lte(items.deletedAt, time)))
    .limit(BATCH)
    .all()
  const goneIds = gone.map(({ id }) => id)
  await purgeItems(tx, goneIds)
  const files = await tx
    .delete(receipts)
    .where(and(eq(receipts.listId, listId), deleted(receipts), lte(receipts.deletedAt, time)))
    .returning({ bytes: receipts.bytes })
    .all()
  if (old.length + gone.length + files.length === 0) return false
  const freed = [...old, ...files].reduce((sum, { bytes }) => sum + bytes, 0)
  await shrinkHistory(tx, listId, freed + bytesOf(...gone.map(textOf)))
  return true
}

export async function shrinkHistory(tx: Db, listId: string, bytes: number) {
  await tx
    .update(lists)
    .set({ historyBytes: sql`${lists.historyBytes} - ${bytes}` })
    .where(and(eq(lists.id, listId), withDeleted(lists)))
    .run()
}

const bytesOfEffects =
  sql`sum(octet_length(coalesce(${changeItems.before}, '')) + octet_length(${changeItems.after}) + ${EFFECT_BYTES})`.mapWith(
    Number,
  )

export async function purgeItems(tx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .delete(items)
    .where(and(inArray(items.id, ids), deleted(items)))
    .run()
}
