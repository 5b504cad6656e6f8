import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import type { User } from '#app/domain/access/access.ts'
import type { Services } from '#app/services.ts'
import { live, prepared } from '#db/database.ts'
import { items, listSeen, lists, users } from '#db/schema.ts'

const authors = prepared((db) => {
  const userId = sql.placeholder('userId')
  const name = sql<string | null>`coalesce(${items.guestName}, ${users.name})`
  return db
    .select({ listId: items.listId, name, n: count() })
    .from(listSeen)
    .innerJoin(lists, and(eq(lists.id, listSeen.listId), gt(lists.changedAt, listSeen.at)))
    .innerJoin(items, and(eq(items.listId, lists.id), gt(items.createdAt, listSeen.at)))
    .leftJoin(users, eq(users.id, items.addedBy))
    .where(
      and(
        eq(listSeen.userId, userId),
        eq(items.completed, false),
        sql`${items.addedBy} is distinct from ${userId}`,
        live(lists),
        live(items),
      ),
    )
    .groupBy(items.listId, name)
    .orderBy(desc(count()), name)
    .prepare()
})

export interface News {
  n: number
  /** Who added most comes first. Unknown of an account that is gone. */
  names: (string | null)[]
}

/** How many open items others added since the user last had a list on the screen, and who. */
export async function newsByList({ db }: Services, { id: userId }: User) {
  const news = new Map<string, News>()
  for (const { listId, name, n } of await authors(db).all({ userId })) {
    const before = news.get(listId) ?? { n: 0, names: [] }
    news.set(listId, { n: before.n + n, names: [...before.names, name] })
  }
  return news
}
