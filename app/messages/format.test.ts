import { expect, test } from 'vitest'
import { alternatives, bytes, date, duration, money, quantity, storage } from './format.ts'

test.each([
  [0, '$ 0.00'],
  [5, '$ 0.05'],
  [99_999, '$ 999.99'],
  [100_000, '$ 1,000.00'],
  [123450, '$ 1,234.50'],
  [123_456_789, '$ 1,234,567.89'],
  [9_007_199_254_740_993n, '$ 90,071,992,547,409.93'],
])('%s cents are %s', (cents, text) => {
  expect(money(cents)).toBe(text)
})

test.each([
  [1000, '1'],
  [1500, '1.5'],
  [1, '0.001'],
  [10_000, '10'],
  [1_000_000_000, '1000000'],
])('a quantity of %i thousandths is %s, without trailing zeros', (milli, text) => {
  expect(quantity(milli)).toBe(text)
})

test('a date is short', () => {
  expect(date(Date.UTC(2024, 0, 5, 12))).toBe('Jan 5, 2024')
})

test.each([
  [40_000, '0 MB'],
  [12_345_678, '12.3 MB'],
  [1_600_000_000, '1600 MB'],
  [2_000_000_000, '2 GB'],
])('%i bytes are %s', (count, text) => {
  expect(bytes(count)).toBe(text)
})

test.each([
  [0, 500_000_000, '0 MB of 500 MB'],
  [1_600_000_000, 2_000_000_000, '1600 MB of 2 GB'],
  [40_000, undefined, '0 MB'],
])('%i bytes of %s are %s', (used, limit, text) => {
  expect(storage(used, limit)).toBe(text)
})

test.each([
  [1, '1 second'],
  [45, '45 seconds'],
  [90, '2 minutes'],
  [700, '12 minutes'],
])('%i seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text)
})

test('alternatives are separated by commas and "or"', () => {
  expect([['GET'], ['GET', 'HEAD'], ['a', 'b', 'c'], []].map(alternatives)).toEqual([
    'GET',
    'GET or HEAD',
    'a, b or c',
    '',
  ])
})
