import { asc, count, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { items } from '#db/schema.ts'
import { DomainError } from './errors.ts'
import type { ListEvent } from './events.ts'
import { type IdempotentRequest, runOnce } from './idempotency.ts'
import { newId } from './ids.ts'
import type { AddItem, EditItem, SetCompleted } from './inputs.ts'
import { type Access, findList, type List, listChanged, listFor } from './lists.ts'
import type { User } from './sessions.ts'
import { bytesOf, bytesOfItems, requireStorage } from './storageBudget.ts'

export const MAX_ITEMS = 2000

export type Item = typeof items.$inferSelect
/** The columns a page shows: each further one costs time for every row. */
export type ListedItem = Omit<Item, 'listId' | 'position'>

/** In the order in which people added them. */
export const ORDER_ADDED = [asc(items.position), asc(items.id)]
/** As lists show them: open items first. */
const ORDER_SHOWN = [asc(items.completed), ...ORDER_ADDED]

const { listId: _list, position: _position, ...listed } = getTableColumns(items)

const itemsOfList = prepared((db) =>
  db
    .select(listed)
    .from(items)
    .where(eq(items.listId, sql.placeholder('listId')))
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
interface Changed {
  item: Item
  event?: ListEvent
}

export async function addItem(
  services: Services,
  user: User,
  { listId, ...input }: z.infer<typeof AddItem> & { listId: string | undefined },
  request?: IdempotentRequest,
): Promise<Item> {
  const add = async (tx: Db): Promise<Changed> => {
    const list = await listFor(tx, user, listId, 'edit')
    const now = Date.now()
    const row = rowFor(list, {
      name: input.name,
      quantityMilli: input.quantity,
      priceCents: input.price,
      completed: input.completed,
      addedAt: Math.min(input.at ?? now, now),
      ...(input.id && { id: input.id }),
    })
    // Without a query for its id, which on PostgreSQL would conflict with all other new ids.
    const isNew = (await insertUnlessIdExists(tx).run(row)).changes > 0
    let item: Item = row
    if (!isNew) {
      const sameId = await itemById(tx).get({ id: row.id })
      // The browser got no response and sent the request again.
      const isRepeated = sameId?.listId === list.id && sameId.name === input.name
      if (isRepeated) return { item: sameId }
      item = { ...row, id: newId() }
      await tx.insert(items).values(item).run()
    }
    const event = await itemsAdded(services, tx, list, [item], 'itemCreated')
    return { item, event: { ...event, itemID: item.id } }
  }
  const { item, event } = await services.write((tx) => runOnce(tx, user, request, () => add(tx)))
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
  }
}

/** Adds the items to the list in this order and within the limits, all or none. */
export async function insertItems(
  services: Services,
  tx: Db,
  list: List,
  newItems: NewItem[],
  type: ListEvent['type'],
): Promise<ListEvent> {
  const rows = newItems.map((item) => rowFor(list, item))
  if (rows.length > 0) await tx.insert(items).values(rows).run()
  return itemsAdded(services, tx, list, rows, type)
}

/** Call after adding items: it checks the limits, and the work fails if they are exceeded. */
async function itemsAdded(
  services: Services,
  tx: Db,
  list: List,
  added: { name: string }[],
  type: ListEvent['type'],
): Promise<ListEvent> {
  const bytes = bytesOf(...added.map(({ name }) => name))
  await requireRoom(tx, list.id)
  await requireStorage(services, tx, list.createdBy, bytes)
  return listChanged(tx, type, list.id, { bytes })
}

export async function editItem(
  services: Services,
  user: User,
  itemId: string | undefined,
  input: z.infer<typeof EditItem>,
): Promise<Item> {
  const { item, event } = await services.write(async (tx): Promise<Changed> => {
    const { item: old, list } = await itemFor(tx, user, itemId, 'edit')
    const edited = {
      name: input.name,
      quantityMilli: input.quantity ?? old.quantityMilli,
      priceCents: input.price ?? old.priceCents,
    }
    const isSame =
      old.name === edited.name &&
      old.quantityMilli === edited.quantityMilli &&
      old.priceCents === edited.priceCents
    if (isSame) return { item: old }
    if (input.seen !== undefined && input.seen !== old.updatedAt) throw itemChanged(old)
    const bytes = bytesOf(edited.name) - bytesOf(old.name)
    await requireStorage(services, tx, list.createdBy, bytes)
    const item = await tx
      .update(items)
      .set({ ...edited, updatedAt: Math.max(Date.now(), old.updatedAt + 1) })
      .where(eq(items.id, old.id))
      .returning()
      .get()
    return { item, event: await listChanged(tx, 'itemEdited', old.listId, { itemID: old.id, bytes }) }
  })
  if (event) services.events.publish(event)
  return item
}

function itemChanged({ name, quantityMilli, priceCents }: Item) {
  return new DomainError('item-changed', { name, quantityMilli, priceCents })
}

/** Sets the state instead of toggling it. A request that was meant earlier than the last change does nothing. */
export async function setCompleted(
  services: Services,
  user: User,
  input: z.infer<typeof SetCompleted>,
): Promise<Item> {
  const { item, event } = await services.write(async (tx): Promise<Changed> => {
    const { item: old } = await itemFor(tx, user, input.id, 'edit')
    // If the server's clock was set back, new ticks must not look older than old ones.
    const now = Math.max(Date.now(), old.completedAt)
    const at = Math.min(input.at ?? now, now)
    if (at < old.completedAt) return { item: old }
    const item = { ...old, completed: input.completed, completedAt: at }
    await updateTick(tx).run({ id: old.id, completed: Number(input.completed), completedAt: at })
    if (old.completed === input.completed) return { item }
    return { item, event: await listChanged(tx, 'itemEdited', old.listId, { itemID: old.id }) }
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
    .where(eq(items.id, sql.placeholder('id')))
    .prepare(),
)

export async function deleteItem(services: Services, user: User, itemId: string | undefined): Promise<void> {
  const event = await services.write(async (tx) => {
    const { item } = await itemFor(tx, user, itemId, 'edit')
    await tx.delete(items).where(eq(items.id, item.id)).run()
    return listChanged(tx, 'itemDeleted', item.listId, { itemID: item.id, bytes: -bytesOf(item.name) })
  })
  services.events.publish(event)
}

export async function deleteAllItems(
  services: Services,
  user: User,
  listId: string | undefined,
): Promise<void> {
  const event = await services.write(async (tx) => {
    const list = await listFor(tx, user, listId, 'edit')
    const bytes = await bytesOfItems(tx, list.id)
    const { changes } = await tx.delete(items).where(eq(items.listId, list.id)).run()
    return changes > 0 ? listChanged(tx, 'allItemsDeleted', list.id, { bytes: -bytes }) : undefined
  })
  if (event) services.events.publish(event)
}

const itemById = prepared((db) =>
  db
    .select()
    .from(items)
    .where(eq(items.id, sql.placeholder('id')))
    .prepare(),
)

/** Access to an item is access to its list. */
async function itemFor(
  db: Db,
  user: User,
  id: string | undefined,
  access: Access,
): Promise<{ item: Item; list: List }> {
  const item = id ? await itemById(db).get({ id }) : undefined
  const list = item && (await findList(db, user, item.listId, access))
  if (!list) throw new DomainError('item-not-found')
  return { item, list }
}

const countItems = prepared((db) =>
  db
    .select({ n: count() })
    .from(items)
    .where(eq(items.listId, sql.placeholder('listId')))
    .prepare(),
)

/** Longer lists take long to render. */
const LONG_LIST = 100

export async function isLongList({ db }: Services, { id }: Pick<List, 'id'>): Promise<boolean> {
  const row = await countItems(db).get({ listId: id })
  return (row?.n ?? 0) > LONG_LIST
}

async function requireRoom(tx: Db, listId: string) {
  const row = await countItems(tx).get({ listId })
  if ((row?.n ?? 0) > MAX_ITEMS) throw new DomainError('too-many-items', { max: MAX_ITEMS })
}
