import { and, desc, eq, sql } from 'drizzle-orm'
import type { List } from '#app/domain/access/access.ts'
import type { Services } from '#app/services.ts'
import { live, prepared } from '#db/database.ts'
import { trips } from '#db/schema.ts'

const LATEST = 30
const STORES = 8

const latest = prepared((db) =>
  db
    .select({ id: trips.id, store: trips.store, itemCount: trips.itemCount })
    .from(trips)
    .where(and(eq(trips.listId, sql.placeholder('listId')), live(trips)))
    .orderBy(desc(trips.boughtOn), desc(trips.id))
    .limit(LATEST)
    .prepare(),
)

/** The last trip of a list that bought something, and its stores, the last one first. */
export async function latestTripsOf({ db }: Pick<Services, 'db'>, { id: listId }: Pick<List, 'id'>) {
  const found = await latest(db).all({ listId })
  const stores = [...new Set(found.flatMap(({ store }) => store || []))].slice(0, STORES)
  return { last: found.find(({ itemCount }) => itemCount > 0), stores }
}
