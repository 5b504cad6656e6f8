import { and, eq, inArray } from 'drizzle-orm'
import { type Actor, findList, type List, ofList } from '#app/domain/access/access.ts'
import type { Right } from '#app/domain/access/rights.ts'
import { learnOrder } from '#app/domain/aisles/writeSorting.ts'
import { chunks } from '#app/domain/batches.ts'
import { countBought } from '#app/domain/goods/goods.ts'
import { keepNewestDeletedItems } from '#app/domain/history/purge.ts'
import { reverseOf } from '#app/domain/history/undo.ts'
import type { ListEvent } from '#app/domain/liveEvents.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { type Done, type Op, type Outcome, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, live } from '#db/database.ts'
import { items } from '#db/schema.ts'
import { type FoundItem, type Item, isItemGone, itemById, itemFor } from './findItem.ts'
import { ITEM_COLUMNS, TEXT_COLUMNS, textOf } from './itemColumns.ts'
import { forgetAdded, type Merged } from './mergedIds.ts'

export async function deleteItem<Again = never>(
  services: Services,
  actor: Actor,
  itemId: string | undefined,
  op?: Op<Again>,
): Promise<Done<Item, Again>> {
  const deleted = write(services, {
    actor,
    op,
    find: (tx) => (op ? itemOrDeleted(tx, actor, itemId, 'edit') : itemFor(tx, actor, itemId, 'edit')),
    async work(tx, { item, list, merged }) {
      if (item.deletedAt !== null) return { result: item }
      if (merged) return { result: item, ...(await takeAway(services, tx, actor, list, item, merged)) }
      const deletion = { kind: 'delete', type: 'itemDeleted' } as const
      return { result: item, ...(await deleteItems(tx, list, [item], deletion)) }
    },
  })
  return deleted.catch((error) => {
    if (op && isItemGone(error)) return op.again(null, [])
    throw error
  })
}

/** Of a row that joined this one: what others have of it stays. */
async function takeAway(
  services: Services,
  tx: Db,
  actor: Actor,
  list: List,
  item: Item,
  merged: Merged,
): Promise<Omit<Outcome<never>, 'result'>> {
  if (merged.change === null) return {}
  await forgetAdded(tx, list.id, merged)
  const applied = await reverseOf(services, tx, actor, list, item, merged.change)
  if (!applied) return {}
  const event = { type: 'itemEdited', itemID: item.id } as const
  return { change: { listId: list.id, kind: 'edit', event, ...applied } }
}

/** An operation may find its item deleted: then it is done, and stays done when somebody restores the item. */
export async function itemOrDeleted(
  tx: Db,
  actor: Actor,
  id: string | undefined,
  right: Right,
): Promise<FoundItem> {
  try {
    return await itemFor(tx, actor, id, right)
  } catch (error) {
    const item = id && isItemGone(error) ? await itemById(tx).get({ id }) : undefined
    const list = item && (await findList(tx, actor, item.listId, right))
    if (!list) throw error
    return { item, list }
  }
}

export async function deleteAllItems(services: Services, actor: Actor, listId: string | undefined) {
  return write(services, {
    actor,
    find: ofList(actor, listId, 'editAll'),
    async work(tx, { list }) {
      const rows = await tx
        .select({ id: items.id, ...TEXT_COLUMNS })
        .from(items)
        .where(and(eq(items.listId, list.id), live(items)))
        .all()
      if (rows.length === 0) return { result: { count: 0 } }
      const deletion = { kind: 'delete', type: 'allItemsDeleted' } as const
      return { result: { count: rows.length }, ...(await deleteItems(tx, list, rows, deletion)) }
    },
  })
}

/** What is cleared was bought. */
export async function clearDone(
  services: Services,
  actor: Actor,
  listId: string | undefined,
  timeZone?: string,
) {
  return write(services, {
    actor,
    find: ofList(actor, listId, 'editAll'),
    async work(tx, { list }) {
      const rows = await tx
        .select({ id: items.id, completedAt: items.completedAt, ...ITEM_COLUMNS })
        .from(items)
        .where(and(eq(items.listId, list.id), eq(items.completed, true), live(items)))
        .all()
      if (rows.length === 0) return { result: { count: 0 } }
      const goods = await countBought(tx, list.id, rows, timeZone)
      const sorting = await learnOrder(tx, list.id, rows)
      const { change, trim } = await deleteItems(tx, list, rows, { kind: 'clear', type: 'itemDeleted' })
      return { result: { count: rows.length }, change: { ...change, goods, sorting }, trim }
    },
  })
}

interface Deletion {
  kind: 'delete' | 'clear' | 'move'
  type: ListEvent['type']
}

/** Deletes them, and returns the change that says so. */
export async function deleteItems(
  tx: Db,
  list: List,
  rows: Pick<Item, 'id' | keyof typeof TEXT_COLUMNS>[],
  { kind, type }: Deletion,
): Promise<Pick<Required<Outcome<never>>, 'change' | 'trim'>> {
  const deletedAt = Date.now()
  for await (const some of chunks(rows)) {
    const ids = some.map(({ id }) => id)
    await tx
      .update(items)
      .set({ deletedAt })
      .where(and(inArray(items.id, ids), live(items)))
      .run()
  }
  const bytes = bytesOf(...rows.map(textOf))
  const [only] = rows
  return {
    change: {
      listId: list.id,
      kind,
      event: { type, ...(only && rows.length === 1 && type === 'itemDeleted' && { itemID: only.id }) },
      effects: rows.map(({ id }) => ({ id, before: { deletedAt: null }, after: { deletedAt } })),
      bytes: { live: -bytes, deleted: bytes },
    },
    trim: (tx) => keepNewestDeletedItems(tx, list.id),
  }
}
