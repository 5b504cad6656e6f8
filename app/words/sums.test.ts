import { expect, test } from 'vitest'
import { DOLLAR } from '#app/domain/locale/currency.ts'
import { ENGLISH } from './reader.ts'
import { summary } from './sums.ts'

test.each([
  [{ items: 12, done: 5, totalCents: 4010 }, '7 of 12 left · $ 40.10'],
  [{ items: 1, done: 0, totalCents: 123_456n }, '1 of 1 left · $ 1,234.56'],
  [{ items: 3, done: 3, totalCents: 8230n }, 'All done · $ 82.30'],
  [{ items: 0, done: 0, totalCents: 0n }, 'No items yet'],
])('%o is “%s”', (list, text) => {
  expect(summary(ENGLISH, { ...list, currency: DOLLAR })).toBe(text)
})
