import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import { type Actor, type List, listFor, ofList } from '#app/domain/access/access.ts'
import { setCategory } from '#app/domain/aisles/writeSorting.ts'
import { effectOf } from '#app/domain/history/changes.ts'
import type { AddItem, EditItem, SetCompleted } from '#app/domain/inputs.ts'
import { LONG_LIST } from '#app/domain/limitsAndLifetimes.ts'
import { rememberTick } from '#app/domain/memory/memories.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { requireStorage } from '#app/domain/receipts/storageBudget.ts'
import { type Done, type Op, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { live, manyOf, placeholdersInSet, prepared } from '#db/database.ts'
import { items } from '#db/schema.ts'
import { type Item, itemToChange } from './findItem.ts'
import { textOf, withDefaults } from './itemColumns.ts'
import { byColumn } from './itemFields.ts'
import { countLive, insertItem, ORDER_SHOWN, tickedBy, updateItem } from './itemRows.ts'
import { itemChanged, mergeEdit, sawFields } from './mergeEdit.ts'
import { typedPrice } from './typedPrice.ts'

export type SignedItem = Awaited<ReturnType<typeof signedItemsIn>>[number]

const { listId: _list, position: _position, deletedAt: _deletedAt, ...SIGNED } = getTableColumns(items)
/** Each further column costs time for every row. */
const { addedBy: _1, guestName: _2, completedBy: _3, completedGuest: _4, ...LISTED } = SIGNED

const listedItems = manyOf(LISTED, (db) =>
  db
    .select(LISTED)
    .from(items)
    .where(and(eq(items.listId, sql.placeholder('listId')), live(items)))
    .orderBy(...ORDER_SHOWN)
    .prepare(),
)

const signedItems = manyOf(SIGNED, (db) =>
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
  return listedItems(db, { listId: id })
}

export async function signedItemsIn({ db }: Pick<Services, 'db'>, { id }: Pick<List, 'id'>) {
  return signedItems(db, { listId: id })
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

export async function addItem<Again = never>(
  services: Services,
  actor: Actor,
  { listId, ...input }: z.infer<typeof AddItem> & { listId: string | undefined },
  op?: Op<Again>,
): Promise<Done<Item & { currency: string }, Again>> {
  return write(services, {
    actor,
    op,
    find: ofList(actor, listId, 'edit'),
    async work(tx, { list }) {
      const now = Date.now()
      const { added, change } = await insertItem(services, tx, actor, list, {
        ...withDefaults(byColumn({ ...input, price: typedPrice(list, input.price) })),
        completed: input.completed,
        addedAt: Math.min(input.at ?? now, now),
        ...(input.id && { id: input.id }),
      })
      return { result: { ...added, currency: list.currency }, change }
    },
  })
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
    async work(tx, { item: old, list, merged }) {
      const edited = mergeEdit(old, list, input, merged !== undefined)
      const effect = effectOf(old, edited)
      const { currency } = list
      const { category, seenCategory } = input
      const isMoved = category !== undefined && category !== seenCategory
      const sorting = isMoved ? await setCategory(tx, list.id, edited.name, category) : []
      if (!effect && sorting.length === 0) return { result: { ...old, currency } }
      const isLate = effect && !sawFields(input) && input.seen !== undefined && input.seen !== old.updatedAt
      if (isLate) throw itemChanged(old, list)
      const bytes = bytesOf(textOf(edited)) - bytesOf(textOf(old))
      await requireStorage(services, tx, list, bytes)
      return {
        result: { ...(effect ? await updateItem(tx, old, edited) : old), currency },
        change: {
          listId: list.id,
          kind: 'edit',
          currency,
          event: { type: 'itemEdited', itemID: old.id },
          effects: [effect ?? { id: old.id, before: {}, after: {} }],
          sorting,
          bytes: { live: bytes },
        },
      }
    },
  })
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

export async function isLongList({ db }: Services, { id }: Pick<List, 'id'>): Promise<boolean> {
  return (await countLive(db, id)) > LONG_LIST
}
