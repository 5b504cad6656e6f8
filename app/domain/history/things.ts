import { and, eq, gt, inArray, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { List } from '#app/domain/access/access.ts'
import { isSortingRow, type SortingEffect, sortingIn } from '#app/domain/aisles/effects.ts'
import { type GoodEffect, goodIn, isGoodRow } from '#app/domain/goods/effects.ts'
import { type Db, withDeleted } from '#db/database.ts'
import { changeItems, changes, items, lists, receipts, trips } from '#db/schema.ts'
import type { Change, Effect, State, StoredState } from './changes.ts'

type Item = typeof items.$inferSelect

export interface Thing extends State {
  id: string
  deletedAt: number | null
  table: typeof items | typeof lists | typeof receipts | typeof trips
  createdAt?: number
  updatedAt?: number
  bytes?: number
}

export type Things = Map<string, Thing>

export async function effectsOf(db: Db, changeId: string): Promise<Effect[]> {
  const rows = await db.select().from(changeItems).where(eq(changeItems.changeId, changeId)).all()
  return rows.filter(isOfThing).map(effectIn)
}

/** Not of what was counted or learned beside it. */
export const isOfThing = (row: { itemId: string }) => !isGoodRow(row) && !isSortingRow(row)

export async function goodEffectsOf(db: Db, changeId: string): Promise<GoodEffect[]> {
  const rows = await db.select().from(changeItems).where(eq(changeItems.changeId, changeId)).all()
  return rows.filter(isGoodRow).map(goodIn)
}

export async function sortingEffectsOf(db: Db, changeId: string): Promise<SortingEffect[]> {
  const rows = await db.select().from(changeItems).where(eq(changeItems.changeId, changeId)).all()
  return rows.filter(isSortingRow).flatMap(sortingIn)
}

export function effectIn({ itemId, before, after: stored }: typeof changeItems.$inferSelect): Effect {
  const { addedMilli, isAtHome, priceCurrency, ...after } = JSON.parse(stored ?? '{}') as StoredState
  return {
    id: itemId,
    before: before === null ? null : (JSON.parse(before) as State),
    after,
    ...(priceCurrency !== undefined && { priceCurrency }),
    ...(addedMilli !== undefined && { addedMilli }),
    ...(isAtHome && { isAtHome }),
  }
}

/** An item as a change left it. */
export interface Told extends Item {
  isNew: boolean
  addedMilli: number | undefined
  /** How many were in the basket, if it was there. */
  basketMilli: number | undefined
}

export function toldOf(item: Item, row: typeof changeItems.$inferSelect): Told {
  const { before, after, addedMilli } = effectIn(row)
  const { deletedAt: _, currency: __, ...left } = after
  const isReopened = before?.completed === true && after.completed === false
  const basketMilli = isReopened ? (before.quantityMilli ?? item.quantityMilli) : undefined
  return { ...item, ...left, isNew: before === null, addedMilli, basketMilli }
}

export async function thingsOf(tx: Db, list: List, change: Change): Promise<Things> {
  const things: Things = new Map()
  if (change.kind === 'receipt') {
    await addReceipts(tx, things, eq(receipts.listId, list.id))
    return things
  }
  if (change.kind === 'finish' || change.kind === 'trip') {
    const touched = tx
      .select({ id: changeItems.itemId })
      .from(changeItems)
      .where(eq(changeItems.changeId, change.id))
    const ofTrips = tx
      .select({ tripId: receipts.tripId })
      .from(receipts)
      .where(and(inArray(receipts.id, touched), withDeleted(receipts)))
    // Also the one that is there now, for which another can't come back.
    await addReceipts(
      tx,
      things,
      or(eq(receipts.listId, list.id), inArray(receipts.id, touched), inArray(receipts.tripId, ofTrips)),
    )
    const rows = await tx
      .select()
      .from(trips)
      .where(and(inArray(trips.id, touched), withDeleted(trips)))
      .all()
    for (const trip of rows) things.set(trip.id, { ...trip, table: trips })
  }
  const rows = await tx
    .select({ item: items })
    .from(changeItems)
    .innerJoin(items, and(eq(items.id, changeItems.itemId), withDeleted(items)))
    .where(eq(changeItems.changeId, change.id))
    .all()
  for (const { item } of rows) things.set(item.id, { ...item, table: items })
  things.set(list.id, {
    id: list.id,
    name: list.name,
    currency: list.currency,
    deletedAt: list.deletedAt,
    table: lists,
  })
  return things
}

async function addReceipts(tx: Db, things: Things, which: SQL | undefined): Promise<void> {
  const rows = await tx
    .select()
    .from(receipts)
    .where(and(which, withDeleted(receipts)))
    .all()
  for (const { id, tripId, deletedAt, bytes } of rows)
    things.set(id, { id, tripId, deletedAt, bytes, table: receipts })
}

const TIMES = ['completedAt', 'deletedAt'] as const

type TimeField = (typeof TIMES)[number]

export type IsTimeAsLeft = (thing: Thing, left: State, field: TimeField) => boolean

const ofUndo = alias(changeItems, 'of_undo')

/**
 * Items that an undo ticks or deletes again get a later time: a late request must not do it once more, and they are
 * kept for longer. It still counts as the same tick or deletion, also after several undos.
 */
export async function timesAsLeft(tx: Db, { id, listId, listRevision }: Change): Promise<IsTimeAsLeft> {
  const touched = tx.select({ id: changeItems.itemId }).from(changeItems).where(eq(changeItems.changeId, id))
  const rows = await tx
    .select({ id: changeItems.itemId, before: changeItems.before, after: ofUndo.after })
    .from(changes)
    .innerJoin(changeItems, and(eq(changeItems.changeId, changes.id), inArray(changeItems.itemId, touched)))
    .innerJoin(ofUndo, and(eq(ofUndo.changeId, changes.undoneBy), eq(ofUndo.itemId, changeItems.itemId)))
    .where(and(eq(changes.listId, listId), gt(changes.listRevision, listRevision)))
    .all()
  const first = new Map<string, number>()
  for (const { id, before, after } of rows) {
    const old: State = JSON.parse(before ?? '{}')
    const again: State = JSON.parse(after ?? '{}')
    for (const field of TIMES) {
      const [time, from] = [again[field] ?? 0, old[field] ?? 0]
      if (from > 0 && from < time) first.set(`${id} ${field} ${time}`, from)
    }
  }
  return (thing, left, field) => {
    let time = thing[field]
    while (time && time !== left[field]) time = first.get(`${thing.id} ${field} ${time}`)
    return time === left[field]
  }
}
