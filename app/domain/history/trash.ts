import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { findList, findListOrDeleted, type List, listFor } from '#app/domain/access/access.ts'
import type { Actor, User } from '#app/domain/access/actors.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { ListEvent } from '#app/domain/events.ts'
import { type Item, itemById, requireRoom } from '#app/domain/items/items.ts'
import { requireRoomForList } from '#app/domain/lists/lists.ts'
import { deleted } from '#app/domain/liveRows.ts'
import { doOnce, type Repeated } from '#app/domain/operations.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { requireStorage } from '#app/domain/receipts/storageBudget.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { items, lists } from '#db/schema.ts'
import { record } from './changes.ts'
import type { WithChange } from './effects.ts'
import { canBeRestored, KEPT_FOR, purgeItem as purge } from './purge.ts'

const deletedItems = prepared((db) =>
  db
    .select()
    .from(items)
    .where(
      and(
        eq(items.listId, sql.placeholder('listId')),
        deleted(items),
        gt(items.deletedAt, sql.placeholder('since')),
      ),
    )
    .orderBy(desc(items.deletedAt), desc(items.id))
    .prepare(),
)

/** The items of a list that can be restored, last deleted first. */
export async function deletedItemsOf(
  services: Services,
  user: User,
  listId: string | undefined,
): Promise<Item[]> {
  const list = await listFor(services.db, user, listId, 'seeAll')
  return deletedItems(services.db).all({ listId: list.id, since: Date.now() - KEPT_FOR })
}

/** The lists that can be restored, last deleted first. */
export async function deletedListsOf({ db }: Services, user: User): Promise<List[]> {
  return db
    .select()
    .from(lists)
    .where(and(eq(lists.createdBy, user.id), deleted(lists), gt(lists.deletedAt, Date.now() - KEPT_FOR)))
    .orderBy(desc(lists.deletedAt), desc(lists.id))
    .all()
}

export async function hasDeletedLists({ db }: Services, user: User): Promise<boolean> {
  const [list] = await db
    .select({ id: lists.id })
    .from(lists)
    .where(and(eq(lists.createdBy, user.id), deleted(lists), gt(lists.deletedAt, Date.now() - KEPT_FOR)))
    .limit(1)
    .all()
  return list !== undefined
}

/** Restores one item, whatever else was deleted with it. If it is on the list already, nothing changes. */
export async function restoreItem(
  services: Services,
  actor: Actor,
  id: string | undefined,
): Promise<Item & WithChange>
export async function restoreItem(
  services: Services,
  actor: Actor,
  id: string | undefined,
  op: string | undefined,
): Promise<(Item & WithChange) | Repeated>
export async function restoreItem(
  services: Services,
  actor: Actor,
  id: string | undefined,
  op?: string,
): Promise<(Item & WithChange) | Repeated> {
  type Restored = Item & WithChange & { event?: ListEvent }
  const restore = async (tx: Db, { item, list }: { item: Item; list: List }): Promise<Restored> => {
    const { deletedAt } = item
    if (deletedAt === null) return { ...item, change: null }
    if (!canBeRestored(item)) throw new DomainError('item-not-found')
    await tx
      .update(items)
      .set({ deletedAt: null })
      .where(and(eq(items.id, item.id), deleted(items)))
      .run()
    const bytes = bytesOf(item.name)
    await requireRoom(tx, list.id)
    await requireStorage(services, tx, list.createdBy, bytes, bytes)
    const recorded = await record(tx, list.id, {
      actor,
      kind: 'delete',
      event: { type: 'itemEdited', itemID: item.id },
      effects: [{ id: item.id, before: { deletedAt }, after: { deletedAt: null } }],
      bytes: { live: bytes, deleted: -bytes },
    })
    return { ...item, deletedAt: null, ...recorded }
  }
  const { event, ...restored } = await services.write((tx) =>
    doOnce(tx, actor, op, {
      async find() {
        const item = id ? await itemById(tx).get({ id }) : undefined
        const list = item && (await findList(tx, actor, item.listId, 'edit'))
        if (!list) throw new DomainError('item-not-found')
        return { item, list }
      },
      work: (found) => restore(tx, found),
    }),
  )
  if (event) services.events.publish(event)
  return restored
}

/** Restores a list with its items and its receipt. If it wasn't deleted, nothing changes. */
export async function restoreList(
  services: Services,
  user: User,
  id: string | undefined,
): Promise<List & WithChange> {
  type Restored = List & WithChange & { event?: ListEvent }
  const { event, ...restored } = await services.write(async (tx): Promise<Restored> => {
    const list = id && (await findListOrDeleted(tx, user, id, 'own'))
    if (!list) throw new DomainError('list-not-found')
    const { deletedAt } = list
    if (deletedAt === null) return { ...list, change: null }
    await tx
      .update(lists)
      .set({ deletedAt: null })
      .where(and(eq(lists.id, list.id), deleted(lists)))
      .run()
    // Its bytes count again already, and take no more room than before.
    await requireStorage(services, tx, list.createdBy, 1, 1)
    await requireRoomForList(tx, list.createdBy)
    const recorded = await record(tx, list.id, {
      actor: user,
      kind: 'list',
      event: { type: 'listRestored' },
      effects: [{ id: list.id, before: { deletedAt }, after: { deletedAt: null } }],
    })
    return { ...list, deletedAt: null, ...recorded }
  })
  if (event) services.events.publish(event)
  return restored
}

/** Deletes a deleted item for good. Nobody can see it, so open pages stay as they are. */
export async function purgeItem(services: Services, user: User, id: string | undefined): Promise<Item> {
  return services.write(async (tx) => {
    const item = id ? await itemById(tx).get({ id }) : undefined
    const list = item && (await findList(tx, user, item.listId, 'editAll'))
    if (!list || item.deletedAt === null) throw new DomainError('item-not-found')
    await purge(tx, item)
    return item
  })
}
