import { and, asc, count, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { items, lists } from '#db/schema.ts'
import { bytesOf } from './bytes.ts'
import {
  type ChangeKind,
  chunks,
  type Effect,
  type Recorded,
  record,
  type State,
  type WithChange,
} from './changes.ts'
import { DomainError } from './errors.ts'
import type { ListEvent } from './events.ts'
import { type IdempotentRequest, runOnce } from './idempotency.ts'
import { newId } from './ids.ts'
import type { AddItem, EditItem, SetCompleted } from './inputs.ts'
import { type Access, type List, listFor, mayAccess } from './lists.ts'
import { live, withDeleted } from './live.ts'
import { isTombstone, keepNewestDeletedItems } from './purge.ts'
import type { User } from './sessions.ts'
import { requireStorage } from './storageBudget.ts'

export const MAX_ITEMS = 2000

export type Item = typeof items.$inferSelect
/** The columns a page shows: each further one costs time for every row. */
export type ListedItem = Omit<Item, 'listId' | 'position' | 'deletedAt'>

/** In the order in which people added them. */
export const ORDER_ADDED = [asc(items.position), asc(items.id)]
/** As lists show them: open items first. */
const ORDER_SHOWN = [asc(items.completed), ...ORDER_ADDED]

const { listId: _list, position: _position, deletedAt: _deletedAt, ...listed } = getTableColumns(items)

const itemsOfList = prepared((db) =>
  db
    .select(listed)
    .from(items)
    .where(and(eq(items.listId, sql.placeholder('listId')), live(items)))
    .orderBy(...ORDER_SHOWN)
    .prepare(),
)

export async function itemsOf(
  services: Services,
  user: User,
  listId: string | undefined,
): Promise<ListedItem[]> {
  const list = await listFor(services.db, user, listId, 'view')
  return itemsOfList(services.db).all({ listId: list.id })
}

/** Without an event if nothing changed. */
type Changed = Item & WithChange & { event?: ListEvent }

export async function addItem(
  services: Services,
  user: User,
  { listId, ...input }: z.infer<typeof AddItem> & { listId: string | undefined },
  request?: IdempotentRequest,
): Promise<Item & WithChange> {
  const add = async (tx: Db): Promise<Changed> => {
    const list = await listFor(tx, user, listId, 'edit')
    const now = Date.now()
    let item = rowFor(list, {
      name: input.name,
      quantityMilli: input.quantity,
      priceCents: input.price,
      completed: input.completed,
      addedAt: Math.min(input.at ?? now, now),
      ...(input.id && { id: input.id }),
    })
    // The browser got no response and sent the request again, maybe after the item was deleted for good.
    if (input.id && (await isTombstone(tx, input.id))) return { ...item, change: null }
    // Without a query for its id, which on PostgreSQL would conflict with all other new ids.
    const isNew = (await insertUnlessIdExists(tx).run(item)).changes > 0
    if (!isNew) {
      const sameId = await itemById(tx).get({ id: item.id })
      const isSame = sameId?.name === input.name || sameId?.deletedAt !== null
      const isRepeated = sameId?.listId === list.id && isSame
      if (isRepeated) return { ...sameId, change: null }
      item = { ...item, id: newId() }
      await tx.insert(items).values(item).run()
    }
    const added = await itemsAdded(services, tx, user, list, [item], { kind: 'add', type: 'itemCreated' })
    return { ...item, ...added }
  }
  const { event, ...item } = await services.write((tx) => runOnce(tx, user, request, () => add(tx)))
  if (event) services.events.publish(event)
  return item
}

const insertUnlessIdExists = prepared((db) =>
  db
    .insert(items)
    .values({
      id: sql.placeholder('id'),
      listId: sql.placeholder('listId'),
      name: sql.placeholder('name'),
      quantityMilli: sql.placeholder('quantityMilli'),
      priceCents: sql.placeholder('priceCents'),
      completed: sql.placeholder('completed'),
      completedAt: sql.placeholder('completedAt'),
      position: sql.placeholder('position'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('updatedAt'),
      deletedAt: null,
    })
    .onConflictDoNothing()
    .prepare(),
)

interface NewItem {
  id?: string
  name: string
  quantityMilli: number
  priceCents?: number
  completed?: boolean
  /** When the user added it, so that quick adds keep their order whichever request arrives first. */
  addedAt?: number
}

function rowFor(
  { id: listId }: List,
  { addedAt, priceCents = 0, completed = false, ...item }: NewItem,
): Item {
  const now = Date.now()
  return {
    // Ids grow, so that items with equal positions keep their order.
    id: newId(),
    listId,
    ...item,
    priceCents,
    completed,
    position: addedAt ?? now,
    completedAt: addedAt ?? 0,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }
}

interface Addition {
  kind: ChangeKind
  type: ListEvent['type']
  /** What the change does besides adding the items. */
  effects?: Effect[]
}

/** Adds the items to the list in this order and within the limits, all or none. */
export async function insertItems(
  services: Services,
  tx: Db,
  user: User,
  list: List,
  newItems: NewItem[],
  addition: Addition,
): Promise<Recorded> {
  const rows = newItems.map((item) => rowFor(list, item))
  for (const some of chunks(rows)) await tx.insert(items).values(some).run()
  return itemsAdded(services, tx, user, list, rows, addition)
}

/** Call after adding items: it checks the limits, and the work fails if they are exceeded. */
async function itemsAdded(
  services: Services,
  tx: Db,
  actor: User,
  list: List,
  added: Item[],
  { kind, type, effects = [] }: Addition,
): Promise<Recorded> {
  const bytes = bytesOf(...added.map(({ name }) => name))
  await requireRoom(tx, list.id)
  await requireStorage(services, tx, list.createdBy, bytes)
  const [only] = added
  return record(tx, list.id, {
    actor,
    kind,
    event: { type, ...(only && type === 'itemCreated' && added.length === 1 && { itemID: only.id }) },
    effects: [...effects, ...added.map(creationOf)],
    bytes: { live: bytes },
  })
}

function creationOf({ id, name, quantityMilli, priceCents, completed }: Item): Effect {
  return { id, before: null, after: { name, quantityMilli, priceCents, completed, deletedAt: null } }
}

export async function editItem(
  services: Services,
  user: User,
  itemId: string | undefined,
  input: z.infer<typeof EditItem>,
): Promise<Item & WithChange> {
  const { event, ...item } = await services.write(async (tx): Promise<Changed> => {
    const { item: old, list } = await itemFor(tx, user, itemId, 'edit')
    const edited = {
      name: input.name,
      quantityMilli: input.quantity ?? old.quantityMilli,
      priceCents: input.price ?? old.priceCents,
    }
    const effect = effectOf(old, edited)
    if (!effect) return { ...old, change: null }
    if (input.seen !== undefined && input.seen !== old.updatedAt) throw itemChanged(old)
    const bytes = bytesOf(edited.name) - bytesOf(old.name)
    await requireStorage(services, tx, list.createdBy, bytes)
    const values = { ...edited, updatedAt: Math.max(Date.now(), old.updatedAt + 1) }
    await tx
      .update(items)
      .set(values)
      .where(and(eq(items.id, old.id), live(items)))
      .run()
    const recorded = await record(tx, list.id, {
      actor: user,
      kind: 'edit',
      event: { type: 'itemEdited', itemID: old.id },
      effects: [effect],
      bytes: { live: bytes },
    })
    return { ...old, ...values, ...recorded }
  })
  if (event) services.events.publish(event)
  return item
}

/** The fields that differ. */
export function effectOf(old: Item, values: State): Effect | undefined {
  const fields = (Object.keys(values) as (keyof State)[]).filter((field) => old[field] !== values[field])
  if (fields.length === 0) return undefined
  const pick = (from: State) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  return { id: old.id, before: pick(old), after: pick(values) }
}

function itemChanged({ name, quantityMilli, priceCents }: Item) {
  return new DomainError('item-changed', { name, quantityMilli, priceCents })
}

/** Sets the state instead of toggling it. A request that was meant earlier than the last change does nothing. */
export async function setCompleted(
  services: Services,
  user: User,
  input: z.infer<typeof SetCompleted>,
): Promise<Item & WithChange> {
  const { event, ...item } = await services.write(async (tx): Promise<Changed> => {
    const { item: old, list } = await itemFor(tx, user, input.id, 'edit')
    // If the server's clock was set back, new ticks must not look older than old ones.
    const now = Math.max(Date.now(), old.completedAt)
    const completedAt = Math.min(input.at ?? now, now)
    if (completedAt < old.completedAt) return { ...old, change: null }
    const { completed } = input
    await updateTick(tx).run({ id: old.id, completed: Number(completed), completedAt })
    if (old.completed === completed) return { ...old, completedAt, change: null }
    const recorded = await record(tx, list.id, {
      actor: user,
      kind: 'tick',
      event: { type: 'itemEdited', itemID: old.id },
      effects: [
        {
          id: old.id,
          before: { completed: old.completed, completedAt: old.completedAt },
          after: { completed, completedAt },
        },
      ],
    })
    return { ...old, completed, completedAt, ...recorded }
  })
  if (event) services.events.publish(event)
  return item
}

const updateTick = prepared((db) =>
  db
    .update(items)
    .set({
      completed: sql`${sql.placeholder('completed')}`,
      completedAt: sql`${sql.placeholder('completedAt')}`,
    })
    .where(and(eq(items.id, sql.placeholder('id')), live(items)))
    .prepare(),
)

export async function deleteItem(
  services: Services,
  user: User,
  itemId: string | undefined,
): Promise<Item & WithChange> {
  const { event, ...item } = await services.write(async (tx): Promise<Changed> => {
    const { item, list } = await itemFor(tx, user, itemId, 'edit')
    return {
      ...item,
      ...(await deleteItems(tx, user, list, [item], { kind: 'delete', type: 'itemDeleted' })),
    }
  })
  if (event) services.events.publish(event)
  return item
}

interface Deleted extends WithChange {
  count: number
}

export async function deleteAllItems(
  services: Services,
  user: User,
  listId: string | undefined,
): Promise<Deleted> {
  return deleteMany(services, user, listId, undefined, { kind: 'delete', type: 'allItemsDeleted' })
}

/** Deletes the ticked items. */
export async function clearDone(
  services: Services,
  user: User,
  listId: string | undefined,
): Promise<Deleted> {
  return deleteMany(services, user, listId, eq(items.completed, true), { kind: 'clear', type: 'itemDeleted' })
}

interface Deletion {
  kind: 'delete' | 'clear'
  type: ListEvent['type']
}

async function deleteMany(
  services: Services,
  user: User,
  listId: string | undefined,
  which: SQL | undefined,
  deletion: Deletion,
): Promise<Deleted> {
  const { event, ...done } = await services.write(async (tx): Promise<Deleted & { event?: ListEvent }> => {
    const list = await listFor(tx, user, listId, 'edit')
    const rows = await tx
      .select({ id: items.id, name: items.name })
      .from(items)
      .where(and(eq(items.listId, list.id), which, live(items)))
      .all()
    if (rows.length === 0) return { count: 0, change: null }
    return { count: rows.length, ...(await deleteItems(tx, user, list, rows, deletion)) }
  })
  if (event) services.events.publish(event)
  return done
}

async function deleteItems(
  tx: Db,
  actor: User,
  list: List,
  rows: Pick<Item, 'id' | 'name'>[],
  { kind, type }: Deletion,
): Promise<Recorded> {
  const deletedAt = Date.now()
  for (const some of chunks(rows)) {
    const ids = some.map(({ id }) => id)
    await tx
      .update(items)
      .set({ deletedAt })
      .where(and(inArray(items.id, ids), live(items)))
      .run()
  }
  const bytes = bytesOf(...rows.map(({ name }) => name))
  const [only] = rows
  const recorded = await record(tx, list.id, {
    actor,
    kind,
    event: { type, ...(only && rows.length === 1 && type === 'itemDeleted' && { itemID: only.id }) },
    effects: rows.map(({ id }) => ({ id, before: { deletedAt: null }, after: { deletedAt } })),
    bytes: { live: -bytes, deleted: bytes },
  })
  await keepNewestDeletedItems(tx, list.id)
  return recorded
}

/** Live or deleted. */
export const itemById = prepared((db) =>
  db
    .select()
    .from(items)
    .where(and(eq(items.id, sql.placeholder('id')), withDeleted(items)))
    .prepare(),
)

const itemAndList = prepared((db) =>
  db
    .select({ item: items, list: lists })
    .from(items)
    .innerJoin(lists, and(eq(lists.id, items.listId), live(lists)))
    .where(and(eq(items.id, sql.placeholder('id')), live(items)))
    .prepare(),
)

/** Access to an item is access to its list. */
async function itemFor(
  db: Db,
  user: User,
  id: string | undefined,
  access: Access,
): Promise<{ item: Item; list: List }> {
  const found = id ? await itemAndList(db).get({ id }) : undefined
  if (!found || !mayAccess(found.list, user, access)) throw new DomainError('item-not-found')
  return found
}

const countItems = prepared((db) =>
  db
    .select({ n: count() })
    .from(items)
    .where(and(eq(items.listId, sql.placeholder('listId')), live(items)))
    .prepare(),
)

/** The number of live items. */
async function countLive(db: Db, listId: string): Promise<number> {
  return (await countItems(db).get({ listId }))?.n ?? 0
}

/** Longer lists take long to render. */
const LONG_LIST = 100

export async function isLongList({ db }: Services, { id }: Pick<List, 'id'>): Promise<boolean> {
  return (await countLive(db, id)) > LONG_LIST
}

export async function requireRoom(tx: Db, listId: string) {
  if ((await countLive(tx, listId)) > MAX_ITEMS) throw new DomainError('too-many-items', { max: MAX_ITEMS })
}
