import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Actor, List } from '#app/domain/access/access.ts'
import { chunks } from '#app/domain/batches.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { COLUMN_NAMES, textOf } from '#app/domain/items/itemColumns.ts'
import { requireSpace, tickedBy } from '#app/domain/items/itemRows.ts'
import { convertPrices } from '#app/domain/lists/editList.ts'
import { requireSpaceForList, updateList } from '#app/domain/lists/lists.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { requireStorage } from '#app/domain/receipts/storageBudget.ts'
import type { Services } from '#app/services.ts'
import { type Db, live, withDeleted } from '#db/database.ts'
import { items, lists, receipts, trips } from '#db/schema.ts'
import type { Effect, State } from './changes.ts'
import { isEmpty } from './reverse.ts'
import type { Thing, Things } from './things.ts'

/** A new list stays if anything in it stays, which would be deleted with it. */
export async function keepListInUse(tx: Db, list: List, effects: Effect[], reversals: Effect[]) {
  const isNew = effects.some(({ id, before }) => id === list.id && before === null)
  if (!isNew || list.deletedAt !== null) return reversals
  const rows = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.listId, list.id), live(items)))
    .all()
  const receipt = await tx
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.listId, list.id), live(receipts)))
    .get()
  const going = new Set(reversals.filter(({ after }) => after.deletedAt).map(({ id }) => id))
  const isInUse = receipt !== undefined || rows.some(({ id }) => !going.has(id))
  return isInUse ? reversals.filter(({ id }) => id !== list.id) : reversals
}

export async function applyReversals(
  services: Services,
  tx: Db,
  actor: Actor,
  list: List,
  reversals: Effect[],
  things: Things,
) {
  const currency = reversals.find(({ id }) => id === list.id)?.after.currency ?? list.currency
  // Before the items', some of which get their old prices back.
  const rounded = await convertPrices(tx, list, currency)
  const bytes = { live: 0, deleted: 0 }
  for (const { id, after } of reversals) {
    const thing = things.get(id)
    if (thing) addBytes(bytes, thing, after)
  }
  for (const { table, ids, values } of groupsOf(reversals, things, actor)) {
    for await (const some of chunks(ids)) await update(tx, list, table, some, values)
  }
  await requireSpace(tx, list.id)
  // The bytes of a restored list count again already; one more, so that they are checked.
  const restoresList = reversals.some(({ id, after }) => id === list.id && after.deletedAt === null)
  if (restoresList) await requireSpaceForList(tx, list.createdBy)
  const one = restoresList ? 1 : 0
  const restored = Math.max(0, -bytes.deleted)
  await requireStorage(services, tx, list, bytes.live + one, restored + one)
  const isReversed = ({ id }: Effect) => reversals.some((reversal) => reversal.id === id)
  const more = rounded.map(({ effect }) => effect).filter((effect) => !isReversed(effect))
  return { bytes, currency, effects: [...reversals, ...more] }
}

type Values = State & Partial<Pick<Item, 'updatedAt' | 'completedBy' | 'completedGuest'>>

async function update(tx: Db, list: List, table: Thing['table'], ids: string[], values: Values) {
  const { name, currency, deletedAt, tripId } = values
  if (table === items) {
    await tx
      .update(items)
      .set(values)
      .where(and(inArray(items.id, ids), withDeleted(items)))
      .run()
  } else if (table === lists) {
    for (const id of ids) await updateList(tx, id, { name, currency, deletedAt })
  } else if (table === trips) {
    const { paidMinor, store, boughtOn } = values
    const bytes =
      store === undefined ? sql`0` : sql`${Buffer.byteLength(store)} - octet_length(${trips.store})`
    const storedBytes = sql`${trips.storedBytes} + ${bytes}`
    await tx
      .update(trips)
      .set({ deletedAt, paidMinor, store, boughtOn, storedBytes, updatedAt: Date.now() })
      .where(and(inArray(trips.id, ids), withDeleted(trips)))
      .run()
  } else {
    const home = tripId === undefined ? {} : { tripId, listId: tripId === null ? list.id : null }
    await tx
      .update(receipts)
      .set({ deletedAt, ...home })
      .where(and(inArray(receipts.id, ids), withDeleted(receipts)))
      .run()
  }
}

function addBytes(bytes: { live: number; deleted: number }, thing: Thing, after: State) {
  const { deletedAt, tripId } = after
  // A trip counts by itself, also its photos.
  const isPhotoOfTrip = thing.table === receipts && thing.tripId && tripId === undefined
  if (thing.table === trips || isPhotoOfTrip) return
  if (thing.table === receipts && tripId !== undefined) {
    bytes.live += tripId === null ? (thing.bytes ?? 0) : -(thing.bytes ?? 0)
    return
  }
  const size = thing.bytes ?? bytesOf(textOf(thing))
  const next = thing.bytes ?? bytesOf(textOf({ ...thing, ...after }))
  if (thing.deletedAt === null) bytes.live += next - size
  if (thing.table === lists) return
  const moves = deletedAt !== undefined && (deletedAt === null) !== (thing.deletedAt === null)
  if (!moves) return
  const sign = deletedAt === null ? 1 : -1
  bytes.live += sign * size
  bytes.deleted -= sign * size
}

interface Group {
  table: Thing['table']
  ids: string[]
  values: Values
}

const TABLES: Thing['table'][] = [items, lists, receipts, trips]
const EDITED = [...COLUMN_NAMES, 'priceGuessed', 'priceRemembered']

function groupsOf(reversals: Effect[], things: Things, actor: Actor) {
  const groups = new Map<string, Group>()
  for (const { id, after } of reversals) {
    const thing = things.get(id)
    if (!thing || isEmpty({ after })) continue
    const isEdit = EDITED.some((field) => field in after)
    const updatedAt = Math.max(Date.now(), (thing.updatedAt ?? 0) + 1)
    const values = {
      ...after,
      ...(isEdit && { updatedAt }),
      ...(after.completed !== undefined && tickedBy(actor, after.completed)),
    }
    const key = JSON.stringify([TABLES.indexOf(thing.table), values])
    const group: Group = groups.get(key) ?? { table: thing.table, ids: [], values }
    group.ids.push(id)
    groups.set(key, group)
  }
  // A deleted receipt makes room for the one that comes back.
  const isRestoring = ({ values }: { values: Values }) => Number(values.deletedAt === null)
  return [...groups.values()].sort((a, b) => isRestoring(a) - isRestoring(b))
}
