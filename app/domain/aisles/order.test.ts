import { expect, test } from 'vitest'
import { CATEGORIES, type Category } from './categories.ts'
import type { Aisle } from './effects.ts'
import { isLearned, moved, orderOf } from './order.ts'

const at = (position: number, more: Partial<Aisle> = {}): Aisle => ({
  position,
  trips: 2,
  pinned: false,
  ...more,
})
const aisles = (of: Partial<Record<Category, Aisle>>) => new Map(Object.entries(of) as [Category, Aisle][])

test('a list that has learned nothing is in the order of most shops', () => {
  expect(orderOf(new Map())).toEqual(CATEGORIES)
})

test('what was learned counts after two trips', () => {
  const once = aisles({ frozen: at(0.01, { trips: 1 }) })
  expect(isLearned(once)).toBe(false)
  expect(orderOf(once)).toEqual(CATEGORIES)
  const twice = aisles({ frozen: at(0.01) })
  expect(isLearned(twice)).toBe(true)
  expect(orderOf(twice)[0]).toBe('frozen')
})

test('what was moved keeps its place, and the others sort around it', () => {
  const order = orderOf(aisles({ drinks: at(0, { pinned: true }), frozen: at(0.01), produce: at(0.99) }))
  expect(order.slice(0, 2)).toEqual(['drinks', 'frozen'])
  expect(order.at(-1)).toBe('produce')
  expect([...order].sort()).toEqual([...CATEGORIES].sort())
})

test('a move names the neighbor', () => {
  const order: Category[] = ['produce', 'bread', 'dairy']
  expect(moved(order, 'dairy', 'bread')).toEqual(['produce', 'dairy', 'bread'])
  expect(moved(order, 'produce', null)).toEqual(['bread', 'dairy', 'produce'])
  expect(moved(order, 'bread', 'bread')).toEqual(order)
})
