import { and, asc, desc, eq, gt, inArray, lte, notExists, sql } from 'drizzle-orm'
import { deleted, withDeleted } from '#app/domain/liveRows.ts'
import { sweepOperations } from '#app/domain/operations.ts'
import { bytesOf, bytesOfEffect, CHANGE_BYTES, EFFECT_BYTES } from '#app/domain/receipts/bytes.ts'
import { DAY } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { changeItems, changes, items, lists, receipts, tombstones } from '#db/schema.ts'

// What was deleted goes for good: after 30 days, or earlier if there is too much of it.

/** How long changes can be undone and deleted things restored. */
export const KEPT_FOR = 30 * DAY

/** The sweep comes once a day: until then, old items are still there. */
export const canBeRestored = ({ deletedAt }: { deletedAt: number | null }) =>
  deletedAt !== null && deletedAt > Date.now() - KEPT_FOR

/** The most deleted items of a list, and deleted lists of a person. */
export const MAX_DELETED_ITEMS = 2_000
export const MAX_DELETED_LISTS = 500
/** The most bytes of changes and deleted things of a list. */
export const MAX_HISTORY = 16 * 1024 * 1024

/** One statement deletes at most this many rows. */
const BATCH = 200

/** Deletes the list's oldest changes and deleted things until they take no more than this. */
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

interface OldChange {
  id: string
  createdAt: number
  bytes: number
}

/** As many of the first changes as take so many bytes. */
function firstBytes(old: OldChange[], bytes: number): OldChange[] {
  let sum = 0
  const at = old.findIndex((change) => {
    sum += change.bytes
    return sum >= bytes
  })
  return at < 0 ? old : old.slice(0, at + 1)
}

async function oldestChanges(tx: Db, listId: string): Promise<OldChange[]> {
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

/**
 * Deletes these changes of a list and what was deleted up to this time, in part if it is much. Returns whether there
 * was anything.
 */
async function purgeOld(tx: Db, listId: string, old: OldChange[], time: number): Promise<boolean> {
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(changes).where(inArray(changes.id, ids)).run()
  const gone = await tx
    .select({ id: items.id, name: items.name })
    .from(items)
    .where(and(eq(items.listId, listId), deleted(items), lte(items.deletedAt, time)))
    .limit(BATCH)
    .all()
  await purgeItems(
    tx,
    gone.map(({ id }) => id),
  )
  const files = await tx
    .delete(receipts)
    .where(and(eq(receipts.listId, listId), deleted(receipts), lte(receipts.deletedAt, time)))
    .returning({ bytes: receipts.bytes })
    .all()
  const freed = [...old, ...files].reduce((sum, { bytes }) => sum + bytes, 0)
  await shrinkHistory(tx, listId, freed + bytesOf(...gone.map(({ name }) => name)))
  return old.length + gone.length + files.length > 0
}

async function shrinkHistory(tx: Db, listId: string, bytes: number) {
  await tx
    .update(lists)
    .set({ historyBytes: sql`${lists.historyBytes} - ${bytes}` })
    .where(and(eq(lists.id, listId), withDeleted(lists)))
    .run()
}

/** The bytes of what changes did, from a query that groups them. */
const bytesOfEffects = sql`coalesce(sum(octet_length(coalesce(${changeItems.before}, '')) + octet_length(${changeItems.after}) + ${EFFECT_BYTES}), 0)`

/** Only their ids stay, so that a repeated request doesn't add them again. */
async function purgeItems(tx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const purgedAt = Date.now()
  await tx
    .insert(tombstones)
    .values(ids.map((id) => ({ id, purgedAt })))
    .onConflictDoNothing()
    .run()
  await tx
    .delete(items)
    .where(and(inArray(items.id, ids), deleted(items)))
    .run()
}

const tombstoneById = prepared((db) =>
  db
    .select({ id: tombstones.id })
    .from(tombstones)
    .where(eq(tombstones.id, sql.placeholder('id')))
    .prepare(),
)

/** Whether an item or a list with this id was deleted for good. */
export async function isTombstone(tx: Db, id: string): Promise<boolean> {
  return (await tombstoneById(tx).get({ id })) !== undefined
}

/** Those of these ids that were deleted for good. */
export async function areTombstones(tx: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await tx
    .select({ id: tombstones.id })
    .from(tombstones)
    .where(inArray(tombstones.id, ids))
    .all()
  return new Set(found.map(({ id }) => id))
}

/** Call after deleting items. */
export async function keepNewestDeletedItems(tx: Db, listId: string): Promise<void> {
  const surplus = await tx
    .select({ id: items.id, name: items.name })
    .from(items)
    .where(and(eq(items.listId, listId), deleted(items)))
    .orderBy(desc(items.deletedAt), desc(items.id))
    .limit(MAX_DELETED_ITEMS)
    .offset(MAX_DELETED_ITEMS)
    .all()
  if (surplus.length === 0) return
  const ids = surplus.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += BATCH)
    await purgeItems(tx, ids.slice(start, start + BATCH))
  await shrinkHistory(tx, listId, bytesOf(...surplus.map(({ name }) => name)))
}

/** Deletes one deleted item, and what changes say about it. */
export async function purgeItem(tx: Db, { id, listId, name }: typeof items.$inferSelect): Promise<void> {
  await purgeItems(tx, [id])
  const ofList = tx.select({ id: changes.id }).from(changes).where(eq(changes.listId, listId))
  const effects = await tx
    .delete(changeItems)
    .where(and(inArray(changeItems.changeId, ofList), eq(changeItems.itemId, id)))
    .returning()
    .all()
  const bytes = effects.reduce((sum, effect) => sum + bytesOfEffect(effect), bytesOf(name))
  const { changes: emptied } = await tx
    .delete(changes)
    .where(
      and(
        inArray(
          changes.id,
          effects.map(({ changeId }) => changeId),
        ),
        notExists(
          tx.select({ id: changeItems.itemId }).from(changeItems).where(eq(changeItems.changeId, changes.id)),
        ),
      ),
    )
    .run()
  await shrinkHistory(tx, listId, bytes + emptied * CHANGE_BYTES)
}

/** Deletes a list with everything in it. Its receipts' files are swept later. */
async function purgeList(tx: Db, id: string): Promise<void> {
  const rows = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.listId, id), withDeleted(items)))
    .all()
  const purgedAt = Date.now()
  const ids = [id, ...rows.map((row) => row.id)]
  for (let start = 0; start < ids.length; start += BATCH) {
    await tx
      .insert(tombstones)
      .values(ids.slice(start, start + BATCH).map((one) => ({ id: one, purgedAt })))
      .onConflictDoNothing()
      .run()
  }
  await tx
    .delete(lists)
    .where(and(eq(lists.id, id), deleted(lists)))
    .run()
}

const deletedListsOf = (tx: Db, userId: string) =>
  tx
    .select({ id: lists.id, bytes: sql`${lists.storedBytes} + ${lists.historyBytes}`.mapWith(Number) })
    .from(lists)
    .where(and(eq(lists.createdBy, userId), deleted(lists)))

/** Call after deleting a list. */
export async function keepNewestDeletedLists(tx: Db, userId: string): Promise<void> {
  const surplus = await deletedListsOf(tx, userId)
    .orderBy(desc(lists.deletedAt), desc(lists.id))
    .limit(MAX_DELETED_LISTS)
    .offset(MAX_DELETED_LISTS)
    .all()
  for (const { id } of surplus) await purgeList(tx, id)
}

/** Makes room in an account's storage: first deleted lists go, the oldest first, then the longest histories. */
export async function purgeBytes(tx: Db, userId: string, needed: number): Promise<void> {
  let left = needed
  while (left > 0) {
    const oldest = await deletedListsOf(tx, userId).orderBy(asc(lists.deletedAt)).limit(1).get()
    if (!oldest) break
    await purgeList(tx, oldest.id)
    left -= oldest.bytes
  }
  while (left > 0) {
    const longest = await tx
      .select({ id: lists.id, bytes: lists.historyBytes })
      .from(lists)
      .where(and(eq(lists.createdBy, userId), withDeleted(lists)))
      .orderBy(desc(lists.historyBytes))
      .limit(1)
      .get()
    if (!longest || longest.bytes <= 0) break
    await trimHistory(tx, longest.id, Math.max(0, longest.bytes - left))
    left -= longest.bytes
  }
}

/** Deletes for good what was deleted 30 days ago, a little at a time, so that nobody waits for it. */
export async function sweepDeleted(services: Services, now = Date.now()): Promise<void> {
  const time = now - KEPT_FOR
  const old = await services.db
    .select({ id: lists.id })
    .from(lists)
    .where(and(deleted(lists), lte(lists.deletedAt, time)))
    .all()
  for (const { id } of old) await services.write((tx) => purgeList(tx, id))
  const all = await services.db.select({ id: lists.id }).from(lists).where(withDeleted(lists)).all()
  for (const { id } of all) {
    while (await keepsFromBefore(services.db, id, time)) {
      await services.write(async (tx) => {
        const old = (await oldestChanges(tx, id)).filter(({ createdAt }) => createdAt <= time)
        await purgeOld(tx, id, old, time)
      })
    }
  }
  await services.write((tx) => tx.delete(tombstones).where(lte(tombstones.purgedAt, time)).run())
  await services.write((tx) => sweepOperations(tx, now))
  await trimAccounts(services)
}

/** Ticks and edits don't look at the account's storage, so their changes may have grown past it. */
async function trimAccounts({ db, config, write }: Services): Promise<void> {
  const limit = config.STORAGE_PER_ACCOUNT
  if (limit === undefined) return
  const all = sql`sum(${lists.storedBytes} + ${lists.historyBytes})`.mapWith(Number)
  const full = await db
    .select({ userId: lists.createdBy, all })
    .from(lists)
    .where(withDeleted(lists))
    .groupBy(lists.createdBy)
    .having(gt(all, limit))
    .all()
  for (const { userId, all } of full) await write((tx) => purgeBytes(tx, userId, all - limit))
}

async function keepsFromBefore(db: Db, listId: string, time: number): Promise<boolean> {
  const [change] = await db
    .select({ createdAt: changes.createdAt })
    .from(changes)
    .where(eq(changes.listId, listId))
    .orderBy(asc(changes.listRevision))
    .limit(1)
    .all()
  if (change && change.createdAt <= time) return true
  const [item] = await db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.listId, listId), deleted(items), lte(items.deletedAt, time)))
    .limit(1)
    .all()
  if (item) return true
  const [receipt] = await db
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.listId, listId), deleted(receipts), lte(receipts.deletedAt, time)))
    .limit(1)
    .all()
  return receipt !== undefined
}
