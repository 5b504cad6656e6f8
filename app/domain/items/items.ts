import { and, asc, count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import { type Actor, type List, listFor, signatureOf } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { Effect, State } from '#app/domain/history/changes.ts'
import type { EditItem, SetCompleted } from '#app/domain/inputs.ts'
import { LONG_LIST, MAX_ITEMS_PER_LIST } from '#app/domain/limitsAndLifetimes.ts'
import { rememberTick } from '#app/domain/memory/memories.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { requireStorage } from '#app/domain/receipts/storageBudget.ts'
import { type Done, type Op, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, live, placeholdersInSet, prepared } from '#db/database.ts'
import { items } from '#db/schema.ts'
import { type Item, itemToChange } from './findItem.ts'
import { itemChanged, mergeEdit, sawFields } from './mergeEdit.ts'

export type { Item } from './findItem.ts'

export type SignedItem = Awaited<ReturnType<typeof signedItemsIn>>[number]

export const ORDER_ADDED = [asc(items.position), asc(items.id)]
export const ORDER_SHOWN = [asc(items.completed), ...ORDER_ADDED]

const { listId: _list, position: _position, deletedAt: _deletedAt, ...SIGNED } = getTableColumns(items)
/** Each further column costs time for every row. */
const { addedBy: _1, guestName: _2, completedBy: _3, completedGuest: _4, ...LISTED } = SIGNED

const listedItems = prepared((db) =>
  db
    .select(LISTED)
    .from(items)
    .where(and(eq(items.listId, sql.placeholder('listId')), live(items)))
    .orderBy(...ORDER_SHOWN)
    .prepare(),
)

const signedItems = prepared((db) =>
  db
    .select(SIGNED)
    .from(items)
    .where(and(eq(items.listId, sql.placeholder('listId')), live(items)))
    .orderBy(...ORDER_SHOWN)
    .prepare(),
)

export async function itemsOf(services: Services, actor: Actor, listId: string | undefined) {
  return signedItemsIn(services, await listFor(services.db, actor, listId, 'see'))
}

export async function itemsIn({ db }: Services, { id }: Pick<List, 'id'>) {
  return listedItems(db).all({ listId: id })
}

export async function signedItemsIn({ db }: Pick<Services, 'db'>, { id }: Pick<List, 'id'>) {
  return signedItems(db).all({ listId: id })
}

const itemsAbove = prepared((db) =>
  db
    .select({ id: items.id })
    .from(items)
    .where(
      and(
        eq(items.listId, sql.placeholder('listId')),
        eq(items.completed, sql.placeholder('completed')),
        sql`(${items.position}, ${items.id}) < (${sql.placeholder('position')}, ${sql.placeholder('id')})`,
        live(items),
      ),
    )
    .orderBy(desc(items.position), desc(items.id))
    .limit(1)
    .prepare(),
)

/** Among the open or the ticked items, whether this one is there or was. */
export async function itemAbove({ db }: Services, item: Item, completed: boolean) {
  const { listId, position, id } = item
  return itemsAbove(db).get({ listId, position, id, completed: Number(completed) })
}

export async function editItem<Again = never>(
  services: Services,
  actor: Actor,
  itemId: string | undefined,
  input: z.infer<typeof EditItem>,
  op?: Op<Again>,
): Promise<Done<Item & { currency: string }, Again>> {
  return write(services, {
    actor,
    op,
    find: (tx) => itemToChange(tx, actor, itemId, op),
    async work(tx, { item: old, list }) {
      const edited = mergeEdit(old, list, input)
      const effect = effectOf(old, edited)
      const { currency } = list
      if (!effect) return { result: { ...old, currency } }
      const isLate = !sawFields(input) && input.seen !== undefined && input.seen !== old.updatedAt
      if (isLate) throw itemChanged(old, list)
      const bytes = bytesOf(edited.name) - bytesOf(old.name)
      await requireStorage(services, tx, list, bytes)
      return {
        result: { ...(await updateItem(tx, old, edited)), currency },
        change: {
          listId: list.id,
          kind: 'edit',
          currency,
          event: { type: 'itemEdited', itemID: old.id },
          effects: [effect],
          bytes: { live: bytes },
        },
      }
    },
  })
}

/** `updatedAt` grows even if the clock was set back. */
export async function updateItem(tx: Db, old: Item, values: Partial<Item>): Promise<Item> {
  const updated = { ...values, updatedAt: Math.max(Date.now(), old.updatedAt + 1) }
  await tx
    .update(items)
    .set(updated)
    .where(and(eq(items.id, old.id), live(items)))
    .run()
  return { ...old, ...updated }
}

export function effectOf(old: State & { id: string }, values: State): Effect | undefined {
  const fields = (Object.keys(values) as (keyof State)[]).filter((field) => old[field] !== values[field])
  if (fields.length === 0) return undefined
  const pick = (from: State) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  return { id: old.id, before: pick(old), after: pick(values) }
}

/** Sets the state instead of toggling it. A request that was meant earlier than the last change does nothing. */
export async function setCompleted<Again = never>(
  services: Services,
  actor: Actor,
  input: z.infer<typeof SetCompleted>,
  op?: Op<Again>,
): Promise<Done<Item & { currency: string }, Again>> {
  return write(services, {
    actor,
    op,
    find: (tx) => itemToChange(tx, actor, input.id, op),
    async work(tx, { item: old, list }) {
      // If the server's clock was set back, new ticks must not look older than old ones.
      const now = Math.max(Date.now(), old.completedAt)
      const at = Math.min(input.at ?? now, now)
      const { currency } = list
      if (at < old.completedAt) return { result: { ...old, currency } }
      const { completed } = input
      if (old.completed === completed) {
        // Nothing that anybody sees: the first one ticked it. But an older request must not undo this one.
        await updateTickTime(tx).run({ id: old.id, completedAt: at })
        return { result: { ...old, completedAt: at, currency } }
      }
      // Undo tells one tick from the next by its time, also within a millisecond.
      const completedAt = Math.max(at, old.completedAt + 1)
      const by = tickedBy(actor, completed)
      const priceRemembered = old.priceRemembered && !completed
      const confirms = priceRemembered !== old.priceRemembered
      const ticked = { completed: Number(completed), priceRemembered: Number(priceRemembered) }
      await updateTick(tx).run({ id: old.id, ...ticked, completedAt, ...by })
      const result = { ...old, completed, completedAt, priceRemembered, ...by, currency }
      if (completed) await rememberTick(tx, actor, list, old)
      const before = {
        completed: old.completed,
        completedAt: old.completedAt,
        ...(confirms && { priceRemembered: true }),
      }
      const after = { completed, completedAt, ...(confirms && { priceRemembered: false }) }
      return {
        result,
        change: {
          listId: list.id,
          kind: 'tick',
          event: { type: 'itemEdited', itemID: old.id },
          effects: [{ id: old.id, before, after }],
        },
      }
    },
  })
}

export function tickedBy(actor: Actor, completed: boolean): Pick<Item, 'completedBy' | 'completedGuest'> {
  if (!completed) return { completedBy: null, completedGuest: null }
  const { addedBy, guestName } = signatureOf(actor)
  return { completedBy: addedBy, completedGuest: guestName }
}

const updateTick = prepared((db) =>
  db
    .update(items)
    .set(placeholdersInSet('completed', 'completedAt', 'priceRemembered', 'completedBy', 'completedGuest'))
    .where(and(eq(items.id, sql.placeholder('id')), live(items)))
    .prepare(),
)

const updateTickTime = prepared((db) =>
  db
    .update(items)
    .set(placeholdersInSet('completedAt'))
    .where(and(eq(items.id, sql.placeholder('id')), live(items)))
    .prepare(),
)

const countItems = prepared((db) =>
  db
    .select({ n: count() })
    .from(items)
    .where(and(eq(items.listId, sql.placeholder('listId')), live(items)))
    .prepare(),
)

async function countLive(db: Db, listId: string): Promise<number> {
  return (await countItems(db).get({ listId }))?.n ?? 0
}

export async function isLongList({ db }: Services, { id }: Pick<List, 'id'>): Promise<boolean> {
  return (await countLive(db, id)) > LONG_LIST
}

export async function requireRoom(tx: Db, listId: string) {
  if ((await countLive(tx, listId)) > MAX_ITEMS_PER_LIST)
    throw new DomainError('too-many-items', { max: MAX_ITEMS_PER_LIST })
}
