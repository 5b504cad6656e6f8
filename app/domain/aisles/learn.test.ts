import { expect, test } from 'vitest'
import { SECOND } from '#app/domain/time.ts'
import { CATEGORIES, type Category } from './categories.ts'
import type { Aisle } from './effects.ts'
import { learned, ranksIn, type Ticked, withoutTrip } from './learn.ts'
import { orderOf } from './order.ts'

const SHOPS = 50
const ITEMS = 25
const NOISE = 0.1

/** The same numbers each time. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

type Random = ReturnType<typeof randomFrom>

function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** Somebody walks through the shop, and ticks one in ten things wherever they are. */
function tripThrough(shop: Category[], random: Random): Ticked[] {
  return Array.from({ length: ITEMS }, () => {
    const place = Math.floor(random() * shop.length)
    const at = random() < NOISE ? random() * shop.length : place + random() * 0.9
    return { category: shop[place] ?? 'other', at: at * 60 * SECOND }
  })
}

/** Kendall's τ: 1 if all pairs are in the same order, 0 by chance. */
function tau(order: Category[], shop: Category[]): number {
  const pairs = order.flatMap((a, n) => order.slice(n + 1).map((b) => [a, b] as const))
  const right = pairs.filter(([a, b]) => shop.indexOf(a) < shop.indexOf(b)).length
  return (2 * right) / pairs.length - 1
}

function learnedAfter(trips: number, seed: number): number {
  const random = randomFrom(seed * 7919)
  const shop = shuffled(CATEGORIES, random)
  const aisles = new Map<Category, Aisle>()
  for (let n = 0; n < trips; n += 1) {
    const ranks = ranksIn(tripThrough(shop, random)) ?? new Map()
    for (const { kind, key, after } of learned(aisles, ranks))
      if (kind === 'aisle' && after) aisles.set(key, after)
  }
  return tau(orderOf(aisles), shop)
}

test.each([
  [3, 0.7],
  [8, 0.85],
])('after %i trips, the order is that of the shop', (trips, least) => {
  const taus = Array.from({ length: SHOPS }, (_, seed) => learnedAfter(trips, seed + 1))
  expect(taus.reduce((sum, one) => sum + one) / SHOPS).toBeGreaterThanOrEqual(least)
})

const minute = (n: number) => n * 60 * SECOND
const ticked = (...all: [Category, number][]) => all.map(([category, at]) => ({ category, at }))

test('a category is as far into the trip as its things, on average', () => {
  const ranks = ranksIn(
    ticked(
      ['dairy', minute(4)],
      ['produce', 0],
      ['bread', minute(2)],
      ['produce', minute(1)],
      ['dairy', minute(3)],
    ),
  )
  expect([...(ranks ?? [])].sort((a, b) => a[1] - b[1])).toEqual([
    ['produce', expect.closeTo(0.2)],
    ['bread', expect.closeTo(0.5)],
    ['dairy', expect.closeTo(0.8)],
  ])
})

test('ticks within two seconds are one moment', () => {
  const ranks = ranksIn(
    ticked(['produce', 0], ['dairy', 1_900], ['bread', minute(1)], ['fish', minute(2)], ['meat', minute(3)]),
  )
  expect(ranks?.get('produce')).toBe(ranks?.get('dairy'))
  const apart = ranksIn(
    ticked(['produce', 0], ['dairy', 2_000], ['bread', minute(1)], ['fish', minute(2)], ['meat', minute(3)]),
  )
  expect(apart?.get('produce')).toBeLessThan(apart?.get('dairy') ?? 0)
})

test('few things, few categories and ten ticks at home teach nothing', () => {
  const [a, b, c] = ['produce', 'bread', 'dairy'] as const
  const apart = (...all: Category[]) => ranksIn(all.map((category, n) => ({ category, at: minute(n) })))
  expect(apart(a, b, c, a)).toBeUndefined()
  expect(apart(a, b, a, b, a)).toBeUndefined()
  expect(apart(a, b, c, a, b)).toBeDefined()
  const atHome = CATEGORIES.slice(0, 10).map((category, n) => ({ category, at: n * 1_500 }))
  expect(ranksIn(atHome)).toBeUndefined()
})

test('the first trip sets a position, later ones move it, and what is pinned stays', () => {
  const after = (before: Aisle | undefined, rank: number) =>
    learned(new Map(before && [['dairy', before]]), new Map([['dairy', rank]]))[0]?.after
  expect(after(undefined, 0.5)).toEqual({ position: 0.5, trips: 1, pinned: false })
  expect(after({ position: 0.5, trips: 1, pinned: false }, 1)).toEqual({
    position: expect.closeTo(0.65),
    trips: 2,
    pinned: false,
  })
  expect(after({ position: 3, trips: 1, pinned: true }, 1)).toEqual({ position: 3, trips: 2, pinned: true })
})

test('a trip that is taken back late leaves what the later ones alone have taught', () => {
  const first = { position: 0.2, trips: 1, pinned: false }
  const next = (before: Aisle, rank: number): Aisle => ({
    position: 0.7 * before.position + 0.3 * rank,
    trips: before.trips + 1,
    pinned: false,
  })
  const second = next(first, 0.8)
  const now = next(next(second, 0.4), 0.6)
  const without = next(next(first, 0.4), 0.6)
  expect(withoutTrip(now, first, second)).toEqual({ ...without, position: expect.closeTo(without.position) })
  expect(withoutTrip(without, second, first)).toEqual({ ...now, position: expect.closeTo(now.position) })
  expect(withoutTrip(first, null, first)).toBeNull()
})
