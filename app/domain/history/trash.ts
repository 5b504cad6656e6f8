import { and, desc, eq, gt, isNull, like, notInArray } from 'drizzle-orm'
import {
  type Actor,
  findList,
  findListOrDeleted,
  listFor,
  ownedBy,
  type User,
} from '#app/domain/access/access.ts'
import type { Right } from '#app/domain/access/rights.ts'
import { DomainError } from '#app/domain/errors.ts'
import { type Item, itemById } from '#app/domain/items/findItem.ts'
import { textOf } from '#app/domain/items/itemColumns.ts'
import { requireSpace } from '#app/domain/items/itemRows.ts'
import { KEEP_DELETED_FOR, MAX_DELETED_ITEMS_PER_LIST } from '#app/domain/limitsAndLifetimes.ts'
import { requireSpaceForList, updateList } from '#app/domain/lists/lists.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { requireStorage } from '#app/domain/receipts/storageBudget.ts'
import { type Done, type Op, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, deleted } from '#db/database.ts'
import { changeItems, changes, items, lists } from '#db/schema.ts'
import { canBeRestored, purgeItem as purge } from './purge.ts'

export async function deletedItemsOf(
  services: Services,
  user: User,
  listId: string | undefined,
  { skip = 0, most = MAX_DELETED_ITEMS_PER_LIST } = {},
) {
  const list = await listFor(services.db, user, listId, 'seeAll')
  return services.db
    .select()
    .from(items)
    .where(
      and(
        eq(items.listId, list.id),
        deleted(items),
        isNull(items.tripId),
        notInArray(items.id, movedAway(services.db, list.id)),
        gt(items.deletedAt, Date.now() - KEEP_DELETED_FOR),
      ),
    )
    .orderBy(desc(items.deletedAt), desc(items.id))
    .limit(most)
    .offset(skip)
    .all()
}

/** They are on another list: restored, they would be on both. */
const movedAway = (db: Db, listId: string) =>
  db
    .select({ id: changeItems.itemId })
    .from(changeItems)
    .innerJoin(changes, eq(changes.id, changeItems.changeId))
    .where(
      and(
        eq(changes.listId, listId),
        eq(changes.kind, 'move'),
        isNull(changes.undoneAt),
        like(changeItems.before, '%"deletedAt":null%'),
      ),
    )

export async function deletedListsOf({ db }: Services, { id }: User) {
  return db
    .select()
    .from(lists)
    .where(and(ownedBy(id), deleted(lists), gt(lists.deletedAt, Date.now() - KEEP_DELETED_FOR)))
    .orderBy(desc(lists.deletedAt), desc(lists.id))
    .all()
}

export async function restoreItem<Again = never>(
  services: Services,
  actor: Actor,
  id: string | undefined,
  op?: Op<Again>,
): Promise<Done<Item, Again>> {
  return write(services, {
    actor,
    op,
    find: (tx) => deletedItemFor(tx, actor, id, 'edit'),
    async work(tx, { item, list }) {
      const { deletedAt } = item
      if (deletedAt === null) return { result: item }
      if (!canBeRestored(item)) throw new DomainError('item-not-found')
      await tx
        .update(items)
        .set({ deletedAt: null })
        .where(and(eq(items.id, item.id), deleted(items)))
        .run()
      const bytes = bytesOf(textOf(item))
      await requireSpace(tx, list.id)
      await requireStorage(services, tx, list, bytes, bytes)
      return {
        result: { ...item, deletedAt: null },
        change: {
          listId: list.id,
          kind: 'delete',
          event: { type: 'itemEdited', itemID: item.id },
          effects: [{ id: item.id, before: { deletedAt }, after: { deletedAt: null } }],
          bytes: { live: bytes, deleted: -bytes },
        },
      }
    },
  })
}

async function deletedItemFor(tx: Db, actor: Actor, id: string | undefined, right: Right) {
  const item = id ? await itemById(tx).get({ id }) : undefined
  const list = item && (await findList(tx, actor, item.listId, right))
  // What was bought comes back with its trip.
  if (!list || item.tripId !== null) throw new DomainError('item-not-found')
  return { item, list }
}

export async function restoreList(services: Services, user: User, id: string | undefined) {
  return write(services, {
    actor: user,
    async find(tx) {
      const list = id && (await findListOrDeleted(tx, user, id, 'own'))
      if (!list) throw new DomainError('list-not-found')
      return { list }
    },
    async work(tx, { list }) {
      const { deletedAt } = list
      if (deletedAt === null) return { result: list }
      if (!canBeRestored(list)) throw new DomainError('list-not-found')
      await updateList(tx, list.id, { deletedAt: null })
      await requireStorage(services, tx, list, 1, 1)
      await requireSpaceForList(tx, list.createdBy)
      return {
        result: { ...list, deletedAt: null },
        change: {
          listId: list.id,
          kind: 'list',
          event: { type: 'listRestored' },
          effects: [{ id: list.id, before: { deletedAt }, after: { deletedAt: null } }],
        },
      }
    },
  })
}

/** Deletes a deleted item for good. Nobody can see it, so open pages stay as they are. */
export async function purgeItem(services: Services, user: User, id: string | undefined): Promise<Item> {
  return write(services, {
    actor: user,
    find: (tx) => deletedItemFor(tx, user, id, 'editAll'),
    async work(tx, { item }) {
      if (item.deletedAt === null) throw new DomainError('item-not-found')
      await purge(tx, item)
      return { result: item }
    },
  })
}
