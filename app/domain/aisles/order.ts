import { CATEGORIES, type Category } from './categories.ts'
import type { Aisle } from './effects.ts'

export type Aisles = ReadonlyMap<Category, Aisle>

/** One trip can be an exception. */
export const TRIPS_TO_LEARN = 2

export const isLearned = (aisles: Aisles): boolean =>
  [...aisles.values()].some(({ trips }) => trips >= TRIPS_TO_LEARN)

/** What was moved by hand keeps its place, the others sort around it. */
export function orderOf(aisles: Aisles): Category[] {
  const learns = isLearned(aisles)
  const places = new Map<number, Category>()
  for (const [category, { pinned, position }] of aisles) if (pinned) places.set(position, category)
  const positionOf = (category: Category) => {
    const usual = (CATEGORIES.indexOf(category) + 0.5) / CATEGORIES.length
    return learns ? (aisles.get(category)?.position ?? usual) : usual
  }
  const others = CATEGORIES.filter((category) => !aisles.get(category)?.pinned)
    .map((category) => ({ category, position: positionOf(category) }))
    .sort((a, b) => a.position - b.position)
  return CATEGORIES.flatMap((_, place) => places.get(place) ?? others.shift()?.category ?? [])
}

/** With where each place comes from. */
export const aislesIn = (aisles: Aisles) =>
  orderOf(aisles).map((category) => {
    const { trips = 0, pinned = false } = aisles.get(category) ?? {}
    return { category, trips, pinned }
  })

/** In front of another one, or at the end. */
export function moved(order: Category[], category: Category, before: Category | null): Category[] {
  if (category === before) return order
  const others = order.filter((one) => one !== category)
  const place = before === null ? others.length : others.indexOf(before)
  return [...others.slice(0, place), category, ...others.slice(place)]
}
