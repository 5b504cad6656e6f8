import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { findList, type List, listFor } from '#app/domain/access/access.ts'
import type { Actor } from '#app/domain/access/actors.ts'
import type { ListEvent } from '#app/domain/events.ts'
import { chunks, record } from '#app/domain/history/changes.ts'
import type { Recorded, WithChange } from '#app/domain/history/effects.ts'
import { keepNewestDeletedItems } from '#app/domain/history/purge.ts'
import { live } from '#app/domain/liveRows.ts'
import { doOnce, type Repeated } from '#app/domain/operations.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { items } from '#db/schema.ts'
import { type Changed, type Item, isItemGone, itemById, itemFor } from './items.ts'

export async function deleteItem(
  services: Services,
  actor: Actor,
  itemId: string | undefined,
): Promise<Item & WithChange>
export async function deleteItem(
  services: Services,
  actor: Actor,
  itemId: string | undefined,
  op: string | undefined,
): Promise<(Item & WithChange) | Repeated>
export async function deleteItem(
  services: Services,
  actor: Actor,
  itemId: string | undefined,
  op?: string,
): Promise<(Item & WithChange) | Repeated> {
  const remove = (tx: Db) =>
    doOnce(tx, actor, op, {
      find: () => itemToDelete(tx, actor, itemId, op),
      async work({ item, list }): Promise<Changed | Repeated> {
        if (item.deletedAt !== null) return { isRepeated: true, change: null }
        const deletion = { kind: 'delete', type: 'itemDeleted' } as const
        return { ...item, ...(await deleteItems(tx, actor, list, [item], deletion)) }
      },
    })
  const { event, ...item } = await services.write((tx) =>
    op === undefined ? remove(tx) : remove(tx).catch(nothingToDelete),
  )
  if (event) services.events.publish(event)
  return item
}

/** An operation may find its item deleted: then it is done, and stays done when somebody restores the item. */
async function itemToDelete(tx: Db, actor: Actor, id: string | undefined, op: string | undefined) {
  try {
    return await itemFor(tx, actor, id, 'edit')
  } catch (error) {
    const item = op && id && isItemGone(error) ? await itemById(tx).get({ id }) : undefined
    const list = item && (await findList(tx, actor, item.listId, 'edit'))
    if (!list) throw error
    return { item, list }
  }
}

/** When the operation arrived, the item was deleted for good. */
function nothingToDelete(error: unknown): Repeated {
  if (!isItemGone(error)) throw error
  return { isRepeated: true, change: null }
}

interface Deleted extends WithChange {
  count: number
}

export async function deleteAllItems(
  services: Services,
  actor: Actor,
  listId: string | undefined,
): Promise<Deleted> {
  return deleteMany(services, actor, listId, undefined, { kind: 'delete', type: 'allItemsDeleted' })
}

/** Deletes the ticked items. */
export async function clearDone(
  services: Services,
  actor: Actor,
  listId: string | undefined,
): Promise<Deleted> {
  return deleteMany(services, actor, listId, eq(items.completed, true), {
    kind: 'clear',
    type: 'itemDeleted',
  })
}

interface Deletion {
  kind: 'delete' | 'clear'
  type: ListEvent['type']
}

async function deleteMany(
  services: Services,
  actor: Actor,
  listId: string | undefined,
  which: SQL | undefined,
  deletion: Deletion,
): Promise<Deleted> {
  const { event, ...done } = await services.write(async (tx): Promise<Deleted & { event?: ListEvent }> => {
    const list = await listFor(tx, actor, listId, 'editAll')
    const rows = await tx
      .select({ id: items.id, name: items.name })
      .from(items)
      .where(and(eq(items.listId, list.id), which, live(items)))
      .all()
    if (rows.length === 0) return { count: 0, change: null }
    return { count: rows.length, ...(await deleteItems(tx, actor, list, rows, deletion)) }
  })
  if (event) services.events.publish(event)
  return done
}

async function deleteItems(
  tx: Db,
  actor: Actor,
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
