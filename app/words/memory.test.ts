import { expect, test } from 'vitest'
import type { PriceFor, Unit } from '#app/domain/items/amounts.ts'
import { memory } from './memory.ts'
import { ENGLISH } from './reader.ts'

const cases: [string, Unit, number, number | null, PriceFor | null, number | null][] = [
  ['Once', '', 1, null, null, null],
  ['12 times · $ 1.20 each', '', 12, 120, 'one', null],
  ['2 times · $ 1.20 per bottle', 'bottle', 2, 120, 'one', null],
  ['2 times · $ 3.50 for 2 kg', 'kg', 2, 350, 'all', 2000],
  ['Once · $ 2.00 for 500 g', 'kg', 1, 200, 'all', 500],
  ['Once · $ 2.00', '', 1, 200, 'all', null],
  ['Once · $ 6.00 for 12', '', 1, 600, 'all', 12_000],
]

test.each(cases)('%s', (text, unit, uses, priceCents, priceFor, priceQuantityMilli) => {
  expect(memory(ENGLISH, { unit, uses, priceCents, priceFor, priceQuantityMilli, currency: 'USD' })).toBe(
    text,
  )
})
