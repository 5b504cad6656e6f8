import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AiFailure } from './ai.ts'
import { readAnswer } from './answer.ts'

const named = (name: string) => readAnswer(JSON.stringify({ items: [{ name, quantity: null, price: null }] }))

test('what the model does not know has the defaults of an added item', () => {
  expect(named('Salt')).toEqual({
    found: true,
    items: [{ name: 'Salt', quantityMilli: 1000, priceCents: 0 }],
  })
})

test('amounts are rounded to cents and thousandths', () => {
  const text = '{"items":[{"name":"Cream, l","quantity":0.33333333,"price":1.999}]}'
  expect(readAnswer(text)).toMatchObject({ items: [{ quantityMilli: 333, priceCents: 200 }] })
})

test('control and bidirectional characters are cleaned away; markup is refused', () => {
  expect(named('Flour,\n\t1 kg\u0000 ')).toMatchObject({ items: [{ name: 'Flour, 1 kg' }] })
  expect(named('\u202eMi\u200flk\u2069')).toMatchObject({ items: [{ name: 'Milk' }] })
  expect(named('\u009bMilk\u0085')).toMatchObject({ items: [{ name: 'Milk' }] })
  expect(named('Milk <3 % fat')).toMatchObject({ items: [{ name: 'Milk <3 % fat' }] })
  for (const name of ['<b>Milk</b>', '</p>', '<!--', '<\u202eb>Milk']) {
    expect(() => named(name), name).toThrow(AiFailure)
  }
})

test('a field that is missing or of the wrong kind spoils the answer', () => {
  const item = { name: 'Milk', quantity: 1, price: 1 }
  for (const wrong of [{ name: 5 }, { quantity: '1' }, { price: undefined }, { name: undefined }]) {
    const text = JSON.stringify({ items: [item, { ...item, ...wrong }] })
    expect(() => readAnswer(text), text).toThrow(AiFailure)
  }
})

test('whatever arrives is an answer within the ranges, or an AiFailure', () => {
  const field = fc.oneof(fc.string(), fc.double(), fc.integer(), fc.constant(null))
  const item = fc.record({ name: field, quantity: field, price: field }, { requiredKeys: [] })
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ items: fc.array(item) }).map((value) => JSON.stringify(value)),
  )
  fc.assert(
    fc.property(text, (said) => {
      try {
        const answer = readAnswer(said)
        if (!answer.found) return
        for (const { quantityMilli, priceCents } of answer.items) {
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
