import { and, asc, count, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { ListEvent } from '#app/domain/events.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { items, lists } from '#db/schema.ts'
import { DomainError } from './errors.ts'
import { type Attempt, onceIn } from './idempotency.ts'
import { newId } from './ids.ts'
import type { AddItem, EditItem, SetCompleted } from './inputs.ts'
import { type List, listIn, nextRevision } from './lists.ts'
import type { User } from './sessions.ts'
import { bytesOf, bytesOfItemsIn, refuseOverBudget } from './storageBudget.ts'

export const MAX_ITEMS = 2000

export type Item = typeof items.$inferSelect
/** What a row of a list shows: every column more is time for each of its rows. */
export type ListedItem = Omit<Item, 'listId' | 'position'>

const { listId: _list, position: _position, ...listed } = getTableColumns(items)

const itemsInOrder = prepared((db) =>
  db
    .select(listed)
    .from(items)
    .where(eq(items.listId, sql.placeholder('listId')))
    .orderBy(asc(items.completed), asc(items.position), asc(items.id))
    .prepare(),
)

/** Open ones first, each part in the order in which people wrote them down. */
export async function itemsOf(
  services: Services,
  user: User,
  listId: string | undefined,
): Promise<ListedItem[]> {
  const list = listIn(services.db, user, listId)
  return itemsInOrder(services.db).all({ listId: list.id })
}

export async function addItem(
  services: Services,
  user: User,
  { listId, ...input }: z.infer<typeof AddItem> & { listId: string | undefined },
  attempt?: Attempt,
): Promise<Item> {
  const add = (tx: Db) => {
    const list = listIn(tx, user, listId)
    const taken = input.id ? itemById(tx, input.id) : undefined
    // The same request, sent again by a browser that heard no answer.
    const repeated = taken?.listId === list.id && taken.name === input.name
    if (repeated) return { item: taken, event: undefined }
    const bytes = bytesOf(input.name)
    refuseOverfull(tx, list.id, 1)
    refuseOverBudget(services, tx, user.id, bytes)
    const now = Date.now()
    const meant = Math.min(input.at ?? now, now)
    const item = tx
      .insert(items)
      .values({
        id: taken || !input.id ? newId() : input.id,
        listId: list.id,
        name: input.name,
        quantityMilli: input.quantity,
        priceCents: input.price,
        completed: input.completed,
        completedAt: meant,
        // When it was meant, so that two quick adds keep their order whichever arrives first.
        position: meant,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
      .get()
    return { item, event: changed(tx, 'itemCreated', list.id, { itemID: item.id, bytes }) }
  }
  const { item, event } = await services.write((tx) => onceIn(tx, user, attempt, () => add(tx)))
  if (event) services.events.publish(event)
  return item
}

export async function editItem(
  services: Services,
  user: User,
  itemId: string | undefined,
  input: z.infer<typeof EditItem>,
): Promise<Item> {
  const { item, event } = await services.write((tx) => {
    const old = itemIn(tx, user, itemId)
    const wanted = {
      name: input.name,
      quantityMilli: input.quantity ?? old.quantityMilli,
      priceCents: input.price ?? old.priceCents,
    }
    const same =
      old.name === wanted.name &&
      old.quantityMilli === wanted.quantityMilli &&
      old.priceCents === wanted.priceCents
    if (same) return { item: old, event: undefined }
    if (input.seen !== undefined && input.seen !== old.updatedAt) throw changedMeanwhile(old)
    const bytes = bytesOf(wanted.name) - bytesOf(old.name)
    refuseOverBudget(services, tx, user.id, bytes)
    const item = tx
      .update(items)
      .set({ ...wanted, updatedAt: Math.max(Date.now(), old.updatedAt + 1) })
      .where(eq(items.id, old.id))
      .returning()
      .get()
    return { item, event: changed(tx, 'itemEdited', old.listId, { itemID: old.id, bytes }) }
  })
  if (event) services.events.publish(event)
  return item
}

function changedMeanwhile({ name, quantityMilli, priceCents }: Item) {
  return new DomainError('item-changed', { name, quantityMilli, priceCents })
}

/** Says what the state shall be; a request that was meant earlier than the last one changes nothing. */
export async function setCompleted(
  services: Services,
  user: User,
  input: z.infer<typeof SetCompleted>,
): Promise<Item> {
  const { item, event } = await services.write((tx) => {
    const old = itemIn(tx, user, input.id)
    // A clock that was set back must not make people's ticks look old.
    const now = Math.max(Date.now(), old.completedAt)
    const meant = Math.min(input.at ?? now, now)
    if (meant < old.completedAt) return { item: old, event: undefined }
    const item = tx
      .update(items)
      .set({ completed: input.completed, completedAt: meant })
      .where(eq(items.id, old.id))
      .returning()
      .get()
    const event =
      old.completed === input.completed
        ? undefined
        : changed(tx, 'itemEdited', old.listId, { itemID: old.id })
    return { item, event }
  })
  if (event) services.events.publish(event)
  return item
}

export async function deleteItem(services: Services, user: User, itemId: string | undefined): Promise<void> {
  const event = await services.write((tx) => {
    const item = itemIn(tx, user, itemId)
    tx.delete(items).where(eq(items.id, item.id)).run()
    return changed(tx, 'itemDeleted', item.listId, { itemID: item.id, bytes: -bytesOf(item.name) })
  })
  services.events.publish(event)
}

export async function deleteAllItems(
  services: Services,
  user: User,
  listId: string | undefined,
): Promise<void> {
  const event = await services.write((tx) => {
    const list = listIn(tx, user, listId)
    const bytes = bytesOfItemsIn(tx, list.id)
    const { changes } = tx.delete(items).where(eq(items.listId, list.id)).run()
    return changes > 0 ? changed(tx, 'allItemsDeleted', list.id, { bytes: -bytes }) : undefined
  })
  if (event) services.events.publish(event)
}

const withId = prepared((db) =>
  db
    .select()
    .from(items)
    .where(eq(items.id, sql.placeholder('id')))
    .prepare(),
)

function itemById(db: Db, id: string): Item | undefined {
  return withId(db).get({ id })
}

const withIdOf = prepared((db) =>
  db
    .select({ item: items })
    .from(items)
    .innerJoin(lists, eq(lists.id, items.listId))
    .where(and(eq(items.id, sql.placeholder('id')), eq(lists.createdBy, sql.placeholder('userId'))))
    .prepare(),
)

/** An item is its list's: whoever may see the list may see it. */
function itemIn(db: Db, user: User, id: string | undefined): Item {
  const found = id && withIdOf(db).get({ id, userId: user.id })
  if (!found) throw new DomainError('item-not-found')
  return found.item
}

const howMany = prepared((db) =>
  db
    .select({ n: count() })
    .from(items)
    .where(eq(items.listId, sql.placeholder('listId')))
    .prepare(),
)

/** Longer than what people shop with: its page takes long to draw. */
const LONG_LIST = 100

export function isLong({ db }: Services, { id }: Pick<List, 'id'>): boolean {
  return (howMany(db).get({ listId: id })?.n ?? 0) > LONG_LIST
}

export function refuseOverfull(tx: Db, listId: string, more: number) {
  const there = howMany(tx).get({ listId })
  if ((there?.n ?? 0) + more > MAX_ITEMS) {
    throw new DomainError('too-many-items', { max: MAX_ITEMS })
  }
}

interface Changed {
  itemID?: string
  /** What it added to the list, or took away. */
  bytes?: number
}

export function changed(
  tx: Db,
  type: ListEvent['type'],
  listID: string,
  { itemID, bytes }: Changed = {},
): ListEvent {
  return { type, listID, revision: nextRevision(tx, listID, bytes), ...(itemID && { itemID }) }
}
