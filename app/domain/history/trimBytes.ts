import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { bytesOf, CHANGE_BYTES, EFFECT_BYTES } from '#app/domain/receipts/bytes.ts'
import { type Db, deleted, withDeleted } from '#db/database.ts'
import { changeItems, changes, items, lists, receipts } from '#db/schema.ts'

const BATCH = 200

export async function trimHistory(tx: Db, listId: string, most: number): Promise<void> {
  for (;;) {
    const list = await tx
      .select({ bytes: lists.historyBytes })
      .from(lists)
      .where(and(eq(lists.id, listId), withDeleted(lists)))
      .get()
    if (!list || list.bytes <= most) return
    const old = firstBytes(await oldestChanges(tx, listId), list.bytes - most)
    if (!(await purgeOld(tx, listId, old, old.at(-1)?.createdAt ?? Date.now()))) return
  }
}

type OldChange = Awaited<ReturnType<typeof oldestChanges>>[number]

function firstBytes(old: OldChange[], bytes: number): OldChange[] {
  let sum = 0
  const at = old.findIndex((change) => {
    sum += change.bytes
    return sum >= bytes
  })
  return at < 0 ? old : old.slice(0, at + 1)
}

export async function oldestChanges(tx: Db, listId: string) {
  const oldest = tx
    .select({ id: changes.id, createdAt: changes.createdAt, listRevision: changes.listRevision })
    .from(changes)
    .where(eq(changes.listId, listId))
    .orderBy(asc(changes.listRevision))
    .limit(BATCH)
    .as('oldest')
  return tx
    .select({
      id: oldest.id,
      createdAt: oldest.createdAt,
      bytes: sql`${CHANGE_BYTES} + ${bytesOfEffects}`.mapWith(Number),
    })
    .from(oldest)
    .leftJoin(changeItems, eq(changeItems.changeId, oldest.id))
    .groupBy(oldest.id, oldest.createdAt, oldest.listRevision)
    .orderBy(asc(oldest.listRevision))
    .all()
}

/** In part if it is much. Returns whether there was anything. */
export async function purgeOld(tx: Db, listId: string, old: OldChange[], time: number): Promise<boolean> {
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(changes).where(inArray(changes.id, ids)).run()
  const gone = await tx
    .select({ id: items.id, name: items.name })
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
  const freed = [...old, ...files].reduce((sum, { bytes }) => sum + bytes, 0)
  await shrinkHistory(tx, listId, freed + bytesOf(...gone.map(({ name }) => name)))
  return old.length + gone.length + files.length > 0
}

export async function shrinkHistory(tx: Db, listId: string, bytes: number) {
  await tx
    .update(lists)
    .set({ historyBytes: sql`${lists.historyBytes} - ${bytes}` })
    .where(and(eq(lists.id, listId), withDeleted(lists)))
    .run()
}

const bytesOfEffects = sql`coalesce(sum(octet_length(coalesce(${changeItems.before}, '')) + octet_length(${changeItems.after}) + ${EFFECT_BYTES}), 0)`

export async function purgeItems(tx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .delete(items)
    .where(and(inArray(items.id, ids), deleted(items)))
    .run()
}
