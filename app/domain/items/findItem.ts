import { and, eq, sql } from 'drizzle-orm'
import { type Actor, isGuest, type List, liveLink, requireRight, roleOf } from '#app/domain/access/access.ts'
import type { Right, Role } from '#app/domain/access/rights.ts'
import { DomainError } from '#app/domain/errors.ts'
import { type Db, live, prepared, withDeleted } from '#db/database.ts'
import { items, listLinks, listMembers, lists } from '#db/schema.ts'
import { deletionOf } from './deletions.ts'
import { type Merged, mergedInto } from './mergedIds.ts'

export type Item = typeof items.$inferSelect

export const itemById = prepared((db) =>
  db
    .select()
    .from(items)
    .where(and(eq(items.id, sql.placeholder('id')), withDeleted(items)))
    .prepare(),
)

const itemForUser = prepared((db) =>
  db
    .select({ item: items, list: lists, member: listMembers.role })
    .from(items)
    .innerJoin(lists, and(eq(lists.id, items.listId), live(lists)))
    .leftJoin(
      listMembers,
      and(eq(listMembers.listId, lists.id), eq(listMembers.userId, sql.placeholder('userId'))),
    )
    .where(and(eq(items.id, sql.placeholder('id')), live(items)))
    .prepare(),
)

const itemForGuest = prepared((db) =>
  db
    .select({ item: items, list: lists, link: listLinks.role })
    .from(items)
    .innerJoin(lists, and(eq(lists.id, items.listId), live(lists)))
    .innerJoin(
      listLinks,
      and(eq(listLinks.listId, lists.id), eq(listLinks.id, sql.placeholder('linkId')), liveLink()),
    )
    .where(and(eq(items.id, sql.placeholder('id')), live(items)))
    .prepare(),
)

export interface FoundItem {
  item: Item
  list: List
  /** If it was found by the id of a row that joined it. */
  merged?: Merged
}

export async function itemToChange(tx: Db, actor: Actor, id: string | undefined, op: object | undefined) {
  try {
    return await itemFor(tx, actor, id, 'edit')
  } catch (error) {
    const item = op && id && isItemGone(error) ? await itemOrMerged(tx, id) : undefined
    throw (item && (await deletionOf(tx, actor, item))) ?? error
  }
}

async function itemOrMerged(tx: Db, id: string): Promise<Item | undefined> {
  const item = await itemById(tx).get({ id })
  const merged = item ? undefined : await mergedInto(tx, id)
  return merged ? itemById(tx).get({ id: merged.itemId }) : item
}

export const isItemGone = (error: unknown) => error instanceof DomainError && error.code === 'item-not-found'

export async function itemFor(
  db: Db,
  actor: Actor,
  id: string | undefined,
  right: Right,
): Promise<FoundItem> {
  const found = id ? ((await findItem(db, actor, id)) ?? (await findMerged(db, actor, id))) : undefined
  if (!found) throw new DomainError('item-not-found')
  requireRight(found.role, right)
  return found
}

async function findMerged(db: Db, actor: Actor, id: string) {
  const merged = await mergedInto(db, id)
  const found = merged && (await findItem(db, actor, merged.itemId))
  return found && { ...found, merged }
}

async function findItem(db: Db, actor: Actor, id: string): Promise<(FoundItem & { role: Role }) | undefined> {
  if (isGuest(actor)) {
    const found = await itemForGuest(db).get({ id, linkId: actor.linkId, now: Date.now() })
    return found && { ...found, role: `link-${found.link}` }
  }
  const found = await itemForUser(db).get({ id, userId: actor.id })
  const role = found && roleOf(found.list, actor, found.member)
  return role && { ...found, role }
}
