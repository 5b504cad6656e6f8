import type { z } from 'zod/v4'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import type { SumsOf } from '#app/domain/trips/spending.ts'
import type { Trip, TripLine } from '#app/domain/trips/tripRows.ts'
import type { TripLine as Line, ListedTrip, Month } from './shapes.ts'

interface Shown {
  receiptId: string | null | undefined
  origin: string
}

export function tripResource(trip: Trip, { receiptId, origin }: Shown): z.infer<typeof ListedTrip> {
  const inUnits = unitsOf(trip.currency)
  const { id, listId, listName, finishedBy, store, paidMinor, estimateMinor, currency, boughtOn } = trip
  return {
    _id: id,
    ...(listId && { listID: listId }),
    listName,
    ...(finishedBy && { finishedBy }),
    store,
    ...(paidMinor !== null && { paid: inUnits(paidMinor) }),
    estimate: inUnits(estimateMinor),
    currency,
    boughtOn,
    itemCount: trip.itemCount,
    ...(receiptId && { receiptImage: `${origin}/receipt/${id}?v=${receiptId}` }),
    createdAt: new Date(trip.createdAt).toISOString(),
  }
}

export function lineResource(line: TripLine, { currency }: Pick<Trip, 'currency'>): z.infer<typeof Line> {
  const inUnits = unitsOf(currency)
  return {
    name: line.name,
    quantity: line.quantityMilli / 1000,
    unit: line.unit,
    price: inUnits(line.priceMinor),
    priceFor: line.priceFor,
    amount: inUnits(line.amountMinor),
    priceGuessed: line.priceGuessed,
  }
}

export function monthResource(sums: SumsOf): z.infer<typeof Month> {
  const inUnits = unitsOf(sums.currency)
  return {
    month: sums.of,
    currency: sums.currency,
    paid: inUnits(Number(sums.paid)),
    trips: sums.trips,
    unknown: sums.unknown,
    estimate: inUnits(Number(sums.estimate)),
  }
}

const unitsOf = (currency: string) => {
  const minorUnits = 10 ** currencyOf(currency).decimals
  return (amount: number) => amount / minorUnits
}
