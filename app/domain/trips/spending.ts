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
  const byCurrency = new Map<string, Map<string, SumsOf>>()
  const sums: SumsOf[] = []
  for (const trip of trips) {
    const { currency } = trip
    const ofCurrency = byCurrency.get(currency) ?? new Map<string, SumsOf>()
    byCurrency.set(currency, ofCurrency)
    const of = keyOf(trip)
    const sum = ofCurrency.get(of) ?? { of, currency, ...NOTHING }
    if (sum.trips === 0) {
      ofCurrency.set(of, sum)
      sums.push(sum)
    }
    add(sum, trip)
  }
  return sums
}

const NOTHING = { trips: 0, paid: 0n, unknown: 0, estimate: 0n }

function add(sum: Sums, { paidMinor, estimateMinor }: Counted): void {
  sum.trips += 1
  if (paidMinor !== null) {
    sum.paid += BigInt(paidMinor)
    return
  }
  sum.unknown += 1
  sum.estimate += BigInt(estimateMinor)
}

/** Of those that aren't shown by themselves. */
export function sumOf(currency: string, some: Sums[]): Sums {
  const sum = { currency, ...NOTHING }
  for (const { trips, paid, unknown, estimate } of some) {
    sum.trips += trips
    sum.paid += paid
    sum.unknown += unknown
    sum.estimate += estimate
  }
  return sum
}

export const monthOf = ({ boughtOn }: Pick<Trip, 'boughtOn'>) => boughtOn.slice(0, 7)
