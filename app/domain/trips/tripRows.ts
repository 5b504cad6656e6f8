import { and, count, eq, sql } from 'drizzle-orm'
import type { List } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { amountOf, type Priced } from '#app/domain/items/amounts.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { readPrice, type TypedPrice } from '#app/domain/items/typedPrice.ts'
import { MAX_TRIPS_PER_USER } from '#app/domain/limitsAndLifetimes.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { type Db, live, prepared } from '#db/database.ts'
import { type tripItems, trips } from '#db/schema.ts'
import type { TypedTrip } from './inputs.ts'

export type Trip = typeof trips.$inferSelect
export type TripLine = typeof tripItems.$inferSelect

export function lineOf(tripId: string, item: Item, position: number): TripLine {
  return {
    tripId,
    position,
    name: item.name,
    nameKey: thingKey(item.name),
    unit: item.unit,
    quantityMilli: item.quantityMilli,
    priceMinor: item.priceCents,
    priceFor: item.priceFor,
    amountMinor: stored(amountOf(item)),
    priceGuessed: item.priceGuessed || item.priceRemembered,
  }
}

/** Far more than anybody pays: what databases and browsers count without errors. */
export const stored = (amount: bigint) =>
  Number(amount > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : amount)

export const estimateOf = (rows: Priced[]) => stored(rows.reduce((sum, row) => sum + amountOf(row), 0n))

export const bytesOfTrip = ({ listName, store }: Pick<Trip, 'listName' | 'store'>, lines: TripLine[]) =>
  bytesOf(listName + store, ...lines.map(({ name }) => name))

/** Null if nobody knows. Undefined if it was left out. */
export function paidMinor(
  list: Pick<List, 'currency'>,
  typed: TypedPrice | null | undefined,
): number | null | undefined {
  if (typed === undefined || typed === null) return typed
  const paid = readPrice(list, typed)
  if (paid !== undefined) return paid
  const code = currencyOf(list.currency).decimals === 0 ? 'price-not-whole' : 'paid-invalid'
  throw new DomainError(code, {}, { fields: { paid: { code, params: {} } } })
}

/** `today` is that of the person who typed it. */
export function dayOf({ boughtOn }: Pick<TypedTrip, 'boughtOn'>, today: string): string {
  const day = boughtOn || today
  if (day <= today) return day
  const code = 'date-in-future'
  throw new DomainError(code, {}, { fields: { boughtOn: { code, params: {} } } })
}

const countTrips = prepared((db) =>
  db
    .select({ n: count() })
    .from(trips)
    .where(and(eq(trips.ownerId, sql.placeholder('ownerId')), live(trips)))
    .prepare(),
)

export async function requireSpaceForTrip(tx: Db, ownerId: string): Promise<void> {
  const found = await countTrips(tx).get({ ownerId })
  if ((found?.n ?? 0) > MAX_TRIPS_PER_USER) {
    throw new DomainError('too-many-trips', { max: MAX_TRIPS_PER_USER })
  }
}
