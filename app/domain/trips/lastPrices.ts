import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import type { User } from '#app/domain/access/access.ts'
import type { Unit } from '#app/domain/items/amounts.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import { type Db, live } from '#db/database.ts'
import { tripItems, trips } from '#db/schema.ts'
import { seenBy } from './trips.ts'

/** The latest trips say what things cost now. */
const LATEST = 100
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

/** What it cost last time, once for each store, the latest first. */
export async function lastPricesOf(
  db: Db,
  user: User,
  { name, unit, currency }: Wanted,
): Promise<LastPrice[]> {
  const latest = db
    .select({ id: trips.id })
    .from(trips)
    .where(and(seenBy(db, user), eq(trips.currency, currency), live(trips)))
    .orderBy(desc(trips.boughtOn), desc(trips.id))
    .limit(LATEST)
  const rows = await db
    .select({
      store: trips.store,
      boughtOn: trips.boughtOn,
      priceMinor: tripItems.priceMinor,
      priceFor: tripItems.priceFor,
      quantityMilli: tripItems.quantityMilli,
    })
    .from(tripItems)
    .innerJoin(trips, eq(trips.id, tripItems.tripId))
    .where(
      and(
        eq(tripItems.nameKey, thingKey(name)),
        eq(tripItems.unit, unit),
        inArray(tripItems.tripId, latest),
        eq(tripItems.priceGuessed, false),
        gt(tripItems.priceMinor, 0),
        live(trips),
      ),
    )
    .orderBy(desc(trips.boughtOn), desc(trips.id), desc(tripItems.position))
    .all()
  const stores = new Map<string, LastPrice>()
  for (const row of rows) if (!stores.has(row.store)) stores.set(row.store, row)
  return [...stores.values()].slice(0, STORES)
}
