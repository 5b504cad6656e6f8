import { and, eq, sql } from 'drizzle-orm'
import { isLanguage, type Language } from '#app/domain/locale/locale.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import { type Db, prepared, withDeleted } from '#db/database.ts'
import { aisles, categories, lists, users } from '#db/schema.ts'
import type { Category } from './categories.ts'
import { categoryOf } from './category.ts'
import { type Aisle, isCategory } from './effects.ts'

/** The order of a list's shop, and to which category a name belongs there. */
export interface Sorting {
  aisles: Map<Category, Aisle>
  byHand: Map<string, Category>
  /** By hand on this list, or what the vocabulary says. */
  categoryOf(name: string): Category
}

export type Sorted<List> = List & Pick<Sorting, 'categoryOf'>

export async function sorted<List extends { id: string }>(db: Db, list: List): Promise<Sorted<List>> {
  const { categoryOf } = await sortingOf(db, list.id)
  return { ...list, categoryOf }
}

/** As one query, because pages of lists wait for it. */
const sortingRows = prepared((db) =>
  db
    .select({
      kind: sql<'aisle' | 'category' | 'language'>`'aisle'`,
      key: aisles.category,
      category: aisles.category,
      position: aisles.position,
      trips: aisles.trips,
      pinned: aisles.pinned,
    })
    .from(aisles)
    .where(eq(aisles.listId, sql.placeholder('listId')))
    .unionAll(
      db
        .select({
          kind: sql<'aisle' | 'category' | 'language'>`'category'`,
          key: categories.nameKey,
          category: categories.category,
          position: sql<number>`0`,
          trips: sql<number>`0`,
          pinned: sql<boolean>`0`,
        })
        .from(categories)
        .where(eq(categories.listId, sql.placeholder('listId'))),
    )
    .unionAll(
      db
        .select({
          kind: sql<'aisle' | 'category' | 'language'>`'language'`,
          key: users.language,
          category: users.language,
          position: sql<number>`0`,
          trips: sql<number>`0`,
          pinned: sql<boolean>`0`,
        })
        .from(lists)
        .innerJoin(users, eq(users.id, lists.createdBy))
        .where(and(eq(lists.id, sql.placeholder('listId')), withDeleted(lists))),
    )
    .prepare(),
)

/** Where languages disagree, that of the list's owner decides, or the reader's if the owner has chosen none. */
export async function sortingOf(db: Db, listId: string, reader: Language = 'en'): Promise<Sorting> {
  const found = new Map<Category, Aisle>()
  const byHand = new Map<string, Category>()
  let language = reader
  for (const { kind, key, category, ...aisle } of await sortingRows(db).all({ listId })) {
    if (kind === 'language') language = isLanguage(key) ? key : reader
    else if (!isCategory(category)) continue
    else if (kind === 'aisle') found.set(category, aisle)
    else byHand.set(key, category)
  }
  return {
    aisles: found,
    byHand,
    categoryOf: (name) =>
      (byHand.size > 0 ? byHand.get(thingKey(name)) : undefined) ?? categoryOf(name, language),
  }
}
