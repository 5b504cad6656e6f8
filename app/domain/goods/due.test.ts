import { expect, test } from 'vitest'
import { DAY } from '#app/domain/time.ts'
import type { Known } from './effects.ts'
import { counted } from './goods.ts'
import { isDue } from './usual.ts'

const HOUSEHOLDS = 200
const THINGS = 20
const DAYS = 720
const THING = { name: 'Milk', note: '', quantityMilli: 1000 }

/** The same numbers each time. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const dayOf = (n: number) => new Date(n * DAY).toISOString().slice(0, 10)

/** What a household that shops every few days buys: each thing after its own gap, up to 30 % earlier or later. */
function simulate(seed: number) {
  const random = randomFrom(seed)
  const every = 2 + Math.floor(random() * 6)
  const sums = { past: 0, found: 0, ticked: 0, early: 0 }
  for (let n = 0; n < THINGS; n += 1) {
    const gap = 3 + random() * 57
    let needed = random() * gap
    let last = 0
    let known: Known | null = null
    for (let day = 0; day < DAYS; day += every) {
      const since = day - last
      if (known && known.times >= 3) {
        const isTicked: boolean = isDue(known, dayOf(day))
        if (since >= gap) sums.past += 1
        if (since >= gap && isTicked) sums.found += 1
        if (isTicked) sums.ticked += 1
        if (isTicked && since < gap - 2) sums.early += 1
      }
      if (day < needed) continue
      known = counted(known, THING, dayOf(day)) ?? known
      last = day
      needed = day + gap * (0.7 + random() * 0.6)
    }
  }
  return sums
}

test('of what is due, most is ticked, and little of what is ticked is early', () => {
  const all = Array.from({ length: HOUSEHOLDS }, (_, n) => simulate(n + 1))
  const sumOf = (name: keyof (typeof all)[number]) => all.reduce((sum, one) => sum + one[name], 0)
  expect(sumOf('found') / sumOf('past')).toBeGreaterThanOrEqual(0.85)
  expect(sumOf('early') / sumOf('ticked')).toBeLessThanOrEqual(0.1)
})
