import { expect, test } from 'vitest'
import { shoppingFor } from './lookup.ts'
import pantryText from './pantry.txt?raw'
import { type Dish, parseDishes, parsePantry } from './parse.ts'
import { keywords } from './words.ts'

const files = import.meta.glob<string>('./dishes/*.txt', { query: '?raw', import: 'default', eager: true })
const pantry = parsePantry('pantry.txt', pantryText)
const dishes = Object.entries(files).flatMap(([file, text]) => parseDishes(file, text, pantry))

/** Names that could mean many dishes. */
const TOO_GENERAL =
  'soup stew curry cake pie salad bread cookie biscuit tart fish meat chicken beef pork lamb'

function priceFor(dish: Dish, people: number): number {
  const items = shoppingFor(dish, people / dish.serves)
  return items.reduce((sum, item) => sum + (item.quantityMilli * item.priceCents) / 100_000, 0)
}

test('there are at least 220 dishes', () => {
  expect(dishes.length).toBeGreaterThanOrEqual(220)
})

test('no two dishes share a name', () => {
  const owners = new Map<string, string>()
  const clashes: string[] = []
  for (const dish of dishes) {
    for (const name of [dish.name, ...dish.aliases]) {
      const key = keywords(name).sort().join(' ')
      const owner = owners.get(key)
      if (owner && owner !== dish.name) clashes.push(`“${name}” is ${owner} and ${dish.name}`)
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
  const vague = dishes.flatMap((dish) =>
    [dish.name, ...dish.aliases].filter((name) => isOneOf(general, keywords(name))),
  )
  expect(vague).toEqual([])
})

function isOneOf(general: Set<string>, words: string[]): boolean {
  return words.length < 2 && words.every((word) => general.has(word))
}
