import { and, asc, eq } from 'drizzle-orm'
import { type List, ownedBy, type User } from '#app/domain/access/access.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { ORDER_ADDED } from '#app/domain/items/itemRows.ts'
import type { Services } from '#app/services.ts'
import { withDeleted } from '#db/database.ts'
import { items, lists } from '#db/schema.ts'

export const ORDER_CREATED = [asc(lists.createdAt), asc(lists.id)]

export async function listsOf({ db }: Services, user: User): Promise<List[]> {
  return db
    .select()
    .from(lists)
    .where(and(ownedBy(user.id), withDeleted(lists)))
    .orderBy(...ORDER_CREATED)
    .all()
}

/** With the currency of their prices: the list was read a while ago. */
export async function itemsOf({ db }: Services, list: List): Promise<{ rows: Item[]; currency: string }> {
  const found = await db
    .select({ item: items, currency: lists.currency })
    .from(items)
    .innerJoin(lists, and(eq(lists.id, items.listId), withDeleted(lists)))
    .where(and(eq(items.listId, list.id), withDeleted(items)))
    .orderBy(...ORDER_ADDED)
    .all()
  return { rows: found.map(({ item }) => item), currency: found[0]?.currency ?? list.currency }
}

export const iso = (time: number | null | undefined) => (time ? new Date(time).toISOString() : null)
