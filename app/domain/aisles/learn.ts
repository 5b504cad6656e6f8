import { SECOND } from '#app/domain/time.ts'
import type { Category } from './categories.ts'
import type { Aisle, SortingEffect } from './effects.ts'
import type { Aisles } from './order.ts'

// A trip says where things are in the shop: people tick them in the order in which they walk.

/** Fewer say too little. */
const ITEMS = 5
const CATEGORIES = 3
const MOMENTS = 3
/** Ticked so soon after another one, both were in the cart already. */
const SAME_MOMENT = 2 * SECOND
/** How much the latest trip counts. */
const WEIGHT = 0.3

export interface Ticked {
  category: Category
  at: number
}

/** How far into the trip each category was, from 0 to 1. Undefined if the trip says nothing about it. */
export function ranksIn(ticks: Ticked[]): ReadonlyMap<Category, number> | undefined {
  if (ticks.length < ITEMS) return undefined
  const moments = momentsOf(ticks)
  const ranks = new Map<Category, number[]>()
  let before = 0
  for (const moment of moments) {
    const rank = (before + moment.length / 2) / ticks.length
    for (const { category } of moment) ranks.set(category, [...(ranks.get(category) ?? []), rank])
    before += moment.length
  }
  if (moments.length < MOMENTS || ranks.size < CATEGORIES) return undefined
  const mean = (all: number[]) => all.reduce((sum, one) => sum + one) / all.length
  return new Map([...ranks].map(([category, all]) => [category, mean(all)]))
}

function momentsOf(ticks: Ticked[]): Ticked[][] {
  const moments: Ticked[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const tick of [...ticks].sort((a, b) => a.at - b.at)) {
    if (tick.at - last < SAME_MOMENT) moments.at(-1)?.push(tick)
    else moments.push([tick])
    last = tick.at
  }
  return moments
}

export function learned(aisles: Aisles, ranks: ReadonlyMap<Category, number>): SortingEffect[] {
  return [...ranks].map(([key, rank]) => {
    const before = aisles.get(key) ?? null
    return { kind: 'aisle', key, before, after: afterTrip(before, rank) }
  })
}

function afterTrip(before: Aisle | null, rank: number): Aisle {
  if (before === null) return { position: rank, trips: 1, pinned: false }
  const { position, trips, pinned } = before
  return { position: pinned ? position : position + WEIGHT * (rank - position), trips: trips + 1, pinned }
}

/** Takes back one trip, or counts it again, whatever has been learned since. Undefined if it says nothing about that. */
export function withoutTrip(now: Aisle, before: Aisle | null, after: Aisle | null): Aisle | null | undefined {
  const step = (before?.trips ?? 0) - (after?.trips ?? 0)
  const trips = now.trips + step
  if (step === 0 || trips < 0) return undefined
  if (trips === 0 && !now.pinned) return null
  if (!before || !after || now.pinned) return { ...now, trips }
  // Each trip since has left that much of it.
  const share = (1 - WEIGHT) ** (now.trips - after.trips) * (before.position - after.position)
  return { ...now, position: Math.min(1, Math.max(0, now.position + share)), trips }
}
