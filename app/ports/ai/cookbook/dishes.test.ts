import { expect, test } from 'vitest'
import type { Dish } from './parse.ts'
import { keyOf, loadIndex } from './searchIndex.ts'
import { shoppingFor } from './shopping.ts'
import { keywords } from './words.ts'

const { entries } = loadIndex()
const dishes = entries.map(({ dish }) => dish)

/** Names that could mean many dishes. */
const TOO_GENERAL =
  'soup stew curry cake pie salad bread cookie biscuit tart fish meat chicken beef pork lamb'

function priceFor(dish: Dish, people: number): number {
  const items = shoppingFor([{ dish, servings: people }])
  return items.reduce((sum, item) => sum + (item.quantityMilli * item.priceCents) / 100_000, 0)
}

test('there are at least 220 dishes', () => {
  expect(dishes.length).toBeGreaterThanOrEqual(220)
})

test('no two dishes share a name, in any language', () => {
  const owners = new Map<string, string>()
  const clashes: string[] = []
  for (const { dish, names } of entries) {
    for (const name of names) {
      const key = keyOf(name)
      const owner = owners.get(key)
      if (owner && owner !== dish.name) clashes.push(`“${name.text}” is ${owner} and ${dish.name}`)
      owners.set(key, dish.name)
    }
  }
  expect(clashes).toEqual([])
  expect(new Set(dishes.map((dish) => dish.name)).size).toBe(dishes.length)
})

test('a dish has at least four ingredients and a realistic price for four people', () => {
  const unrealistic = dishes.filter((dish) => {
    const price = priceFor(dish, 4)
    return dish.ingredients.length < 4 || price < 3 || price > 80
  })
  expect(unrealistic.map((dish) => `${dish.name}: ${priceFor(dish, 4).toFixed(2)}`)).toEqual([])
})

test('every name is specific', () => {
  const general = new Set(keywords(TOO_GENERAL))
  const vague = entries.flatMap(({ names }) => names.filter(({ words }) => isOneOf(general, words)))
  expect(vague).toEqual([])
})

function isOneOf(general: Set<string>, words: string[]): boolean {
  return words.length < 2 && words.every((word) => general.has(word))
}
