import { and, eq, sql } from 'drizzle-orm'
import { type Actor, isGuest, type List, liveLink, requireRight, roleOf } from '#app/domain/access/access.ts'
import type { Right, Role } from '#app/domain/access/rights.ts'
import { DomainError } from '#app/domain/errors.ts'
import { type Db, live, prepared, withDeleted } from '#db/database.ts'
import { items, listLinks, listMembers, lists } from '#db/schema.ts'
import { deletionOf } from './deletions.ts'

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
}

export async function itemToChange(tx: Db, actor: Actor, id: string | undefined, op: object | undefined) {
  try {
    return await itemFor(tx, actor, id, 'edit')
  } catch (error) {
    const item = op && id && isItemGone(error) ? await itemById(tx).get({ id }) : undefined
    throw (item && (await deletionOf(tx, actor, item))) ?? error
  }
}

export const isItemGone = (error: unknown) => error instanceof DomainError && error.code === 'item-not-found'

export async function itemFor(db: Db, actor: Actor, id: string | undefined, right: Right) {
  const found = id ? await findItem(db, actor, id) : undefined
  if (!found) throw new DomainError('item-not-found')
  requireRight(found.role, right)
  return found
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
