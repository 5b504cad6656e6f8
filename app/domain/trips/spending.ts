import type { Trip } from './tripRows.ts'

/** Of one currency. What was paid and what is estimated are never one number. */
export interface Sums {
  currency: string
  trips: number
  paid: bigint
  /** How many have no sum. The estimate is theirs alone. */
  unknown: number
  estimate: bigint
}

export interface SumsOf extends Sums {
  of: string
}

type Counted = Pick<Trip, 'currency' | 'paidMinor' | 'estimateMinor'>

/** By what `keyOf` says, in the order in which it comes first, each currency by itself. */
export function sumsBy<T extends Counted>(trips: T[], keyOf: (trip: T) => string): SumsOf[] {
  const sums = new Map<string, SumsOf>()
  for (const trip of trips) {
    const of = keyOf(trip)
    const key = JSON.stringify([of, trip.currency])
    const sum = sums.get(key) ?? { of, ...NOTHING, currency: trip.currency }
    sums.set(key, { ...sum, ...plus(sum, trip) })
  }
  return [...sums.values()]
}

const NOTHING = { trips: 0, paid: 0n, unknown: 0, estimate: 0n }

const plus = ({ trips, paid, unknown, estimate }: Sums, { paidMinor, estimateMinor }: Counted) => ({
  trips: trips + 1,
  ...(paidMinor === null
    ? { unknown: unknown + 1, estimate: estimate + BigInt(estimateMinor) }
    : { paid: paid + BigInt(paidMinor) }),
})

export const monthOf = ({ boughtOn }: Pick<Trip, 'boughtOn'>) => boughtOn.slice(0, 7)
