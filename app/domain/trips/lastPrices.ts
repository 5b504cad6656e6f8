import { and, desc, eq, gt, gte, inArray, type SQL } from 'drizzle-orm'
import type { User } from '#app/domain/access/access.ts'
import type { Unit } from '#app/domain/items/amounts.ts'
import { LAST_PRICES_OF } from '#app/domain/limitsAndLifetimes.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import { type Db, live, placeholders, prepared } from '#db/database.ts'
import { tripItems, trips } from '#db/schema.ts'
import { ownedBy, sharedWith } from './trips.ts'

/** Of their own, and of those that are shared with them: more would take longer to look through. */
const LATEST = 150
const LINES = 50
const STORES = 3

interface Wanted {
  name: string
  unit: Unit
  currency: string
}

export interface LastPrice {
  store: string
  boughtOn: string
  priceMinor: number
  priceFor: 'one' | 'all'
  quantityMilli: number
}

const lastLines = prepared((db) => {
  const { userId, ...wanted } = placeholders('userId', 'since', 'currency', 'nameKey', 'unit')
  const latest = (which: SQL | undefined) => {
    const found = db
      .select({ id: trips.id })
      .from(trips)
      .where(and(which, gte(trips.boughtOn, wanted.since), eq(trips.currency, wanted.currency), live(trips)))
      .orderBy(desc(trips.boughtOn), desc(trips.id))
      .limit(LATEST)
      .as('found')
    return db.select().from(found)
  }
  // Two halves, because a condition for both could use neither index.
  const seen = latest(ownedBy(db, userId)).union(latest(inArray(trips.listId, sharedWith(db, userId))))
  return db
    .select({
      store: trips.store,
      boughtOn: trips.boughtOn,
      priceMinor: tripItems.priceMinor,
      priceFor: tripItems.priceFor,
      quantityMilli: tripItems.quantityMilli,
    })
    .from(tripItems)
    .innerJoin(trips, and(eq(trips.id, tripItems.tripId), live(trips)))
    .where(
      and(
        eq(tripItems.nameKey, wanted.nameKey),
        eq(tripItems.unit, wanted.unit),
        inArray(tripItems.tripId, seen),
        eq(tripItems.priceGuessed, false),
        gt(tripItems.priceMinor, 0),
      ),
    )
    .orderBy(desc(trips.boughtOn), desc(trips.id), desc(tripItems.position))
    .limit(LINES)
    .prepare()
})

/** What it cost last time, once for each store, the latest first. */
export async function lastPricesOf(
  db: Db,
  user: User,
  { name, unit, currency }: Wanted,
): Promise<LastPrice[]> {
  const since = new Date(Date.now() - LAST_PRICES_OF).toISOString().slice(0, 10)
  const lines = await lastLines(db).all({ userId: user.id, since, currency, nameKey: thingKey(name), unit })
  const stores = new Map<string, LastPrice>()
  for (const line of lines) if (!stores.has(line.store)) stores.set(line.store, line)
  return [...stores.values()].slice(0, STORES)
}
