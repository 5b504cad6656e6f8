import { and, asc, count, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { items, lists } from '#db/schema.ts'
import { bytesOf } from './bytes.ts'
import { type Effect, record, type State, type WithChange } from './changes.ts'
import { DomainError } from './errors.ts'
import type { ListEvent } from './events.ts'
import type { EditItem, SetCompleted } from './inputs.ts'
import { type Access, type List, listFor, mayAccess } from './lists.ts'
import { live, withDeleted } from './live.ts'
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
  return itemsIn(services, await listFor(services.db, user, listId, 'view'))
}

/** The items of a list that its reader was found to have access to. */
export async function itemsIn({ db }: Services, { id }: Pick<List, 'id'>): Promise<ListedItem[]> {
  return itemsOfList(db).all({ listId: id })
}

/** Without an event if nothing changed. */
export type Changed = Item & WithChange & { event?: ListEvent }

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
      // An edit that includes a price confirms it.
      priceGuessed: input.price === undefined && old.priceGuessed,
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

function itemChanged({ name, quantityMilli, priceCents, updatedAt }: Item) {
  return new DomainError('item-changed', { name, quantityMilli, priceCents, updatedAt })
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
export async function itemFor(
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
