import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AiFailure } from './ai.ts'
import { parseResponse } from './response.ts'

const parse = (text: string) => parseResponse(text, 2)

const parseName = (name: string) => parse(JSON.stringify({ items: [{ name, quantity: null, price: null }] }))

test('unknown quantities and prices get the defaults of a new item', () => {
  expect(parseName('Salt').items).toEqual([{ name: 'Salt', quantityMilli: 1000, priceCents: 0 }])
})

test('dishes have whole servings, unknown ones are named, and kitchens have what keeps', () => {
  const salt = { name: 'Salt', quantity: 1, price: 0.7, keeps: true }
  const dishes = [
    { name: 'Lasagne', servings: 2.4 },
    { name: 'Chilli', servings: null },
    { name: 'Ramen', servings: 500 },
  ]
  expect(
    parse(JSON.stringify({ dishes, unknown: ['Socks'], items: [salt, { ...salt, keeps: null }] })),
  ).toMatchObject({
    dishes: [
      { name: 'Lasagne', servings: 2 },
      { name: 'Chilli', servings: 4 },
      { name: 'Ramen', servings: 50 },
    ],
    unknown: [{ name: 'Socks', near: [] }],
    items: [{ name: 'Salt', keeps: true }, { name: 'Salt' }],
  })
})

test('without ingredients there is no dish', () => {
  expect(parse('{"dishes":[{"name":"Soup","servings":4}],"unknown":["Soup"],"items":[]}')).toEqual({
    dishes: [],
    unknown: [{ name: 'Soup', near: [] }],
    items: [],
  })
})

test('more than ten dishes, markup in a name or servings that are text reject the whole response', () => {
  const items = [{ name: 'Salt', quantity: 1, price: 1 }]
  const dish = { name: 'Soup', servings: 4 }
  for (const invalid of [
    { dishes: Array.from({ length: 11 }, () => dish) },
    { dishes: [{ ...dish, name: '<b>Soup</b>' }] },
    { dishes: [{ ...dish, servings: 'four' }] },
    { unknown: ['<img src=x>'] },
    { unknown: Array.from({ length: 11 }, () => 'x') },
  ]) {
    expect(() => parse(JSON.stringify({ ...invalid, items })), JSON.stringify(invalid)).toThrow(AiFailure)
  }
})

test('amounts are rounded to cents and thousandths', () => {
  const text = '{"items":[{"name":"Cream, l","quantity":0.33333333,"price":1.999}]}'
  expect(parse(text)).toMatchObject({ items: [{ quantityMilli: 333, priceCents: 200 }] })
})

test('control and bidirectional characters are removed, markup is rejected', () => {
  expect(parseName('Flour,\n\t1 kg\u0000 ')).toMatchObject({ items: [{ name: 'Flour, 1 kg' }] })
  expect(parseName('\u202eMi\u200flk\u2069')).toMatchObject({ items: [{ name: 'Milk' }] })
  expect(parseName('\u009bMilk\u0085')).toMatchObject({ items: [{ name: 'Milk' }] })
  expect(parseName('Milk <3 % fat')).toMatchObject({ items: [{ name: 'Milk <3 % fat' }] })
  for (const name of ['<b>Milk</b>', '</p>', '<!--', '<\u202eb>Milk']) {
    expect(() => parseName(name), name).toThrow(AiFailure)
  }
})

test('one missing or mistyped field rejects the whole response', () => {
  const item = { name: 'Milk', quantity: 1, price: 1 }
  for (const invalid of [{ name: 5 }, { quantity: '1' }, { price: undefined }, { name: undefined }]) {
    const text = JSON.stringify({ items: [item, { ...item, ...invalid }] })
    expect(() => parse(text), text).toThrow(AiFailure)
  }
})

test('any text gives a result within the limits or an AiFailure', () => {
  const field = fc.oneof(fc.string(), fc.double(), fc.integer(), fc.constant(null))
  const item = fc.record({ name: field, quantity: field, price: field }, { requiredKeys: [] })
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ items: fc.array(item) }).map((value) => JSON.stringify(value)),
  )
  fc.assert(
    fc.property(text, (response) => {
      try {
        const result = parse(response)
        for (const { quantityMilli, priceCents } of result.items) {
          expect(quantityMilli).toBeGreaterThan(0)
          expect(priceCents).toBeGreaterThanOrEqual(0)
          expect([quantityMilli, priceCents].every(Number.isSafeInteger)).toBe(true)
        }
      } catch (error) {
        if (!(error instanceof AiFailure)) throw error
      }
    }),
  )
})
