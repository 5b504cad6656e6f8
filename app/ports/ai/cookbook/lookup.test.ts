import { expect, test } from 'vitest'
import { lookUp } from './lookup.ts'

function dishFor(text: string): string | undefined {
  const result = lookUp(text)
  return result.found ? result.dish : undefined
}

function quantities(text: string): Record<string, number> {
  const result = lookUp(text)
  return result.found ? Object.fromEntries(result.items.map((item) => [item.name, item.quantityMilli])) : {}
}

test('a dish becomes what stands on the shopping list', () => {
  expect(lookUp('Spaghetti carbonara')).toEqual({
    found: true,
    dish: 'Spaghetti carbonara',
    items: [
      { name: 'Spaghetti (500 g pack)', quantityMilli: 1000, priceCents: 120 },
      { name: 'Pancetta (150 g pack)', quantityMilli: 1000, priceCents: 320 },
      { name: 'Eggs', quantityMilli: 4000, priceCents: 35 },
      { name: 'Pecorino (200 g pack)', quantityMilli: 1000, priceCents: 420 },
    ],
  })
})

test.each([
  ['spag bol', 'Spaghetti bolognese'],
  ['LASAGNA', 'Lasagne'],
])('“%s” is %s', (typed, dish) => expect(dishFor(typed)).toBe(dish))

test.each(['dog food', 'fish', 'chicken soup', '', '???'])('“%s” is no dish we know', (typed) => {
  expect(dishFor(typed)).toBeUndefined()
})

test('nothing readable still answers at once, with three names', () => {
  for (const text of ['', '🍕'.repeat(3000), '\u0000\u0007\ud800', 'xq '.repeat(4000), '7'.repeat(10_000)]) {
    const result = lookUp(text)
    expect(result.found ? [] : result.nearest).toHaveLength(3)
  }
})

test('it scales', () => {
  expect(quantities('lasagne for 8')['Minced beef (kg)']).toBe(1000)
})
