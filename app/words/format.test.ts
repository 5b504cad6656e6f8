import { expect, test } from 'vitest'
import type { Unit } from '#app/domain/items/amounts.ts'
import { DOLLAR } from '#app/domain/locale/currency.ts'
import { countOf, measure } from './amounts.ts'
import { date, dayAndTime, money, quantity, utc } from './format.ts'
import { alternatives, bytes, duration, storage } from './limits.ts'
import { ENGLISH } from './reader.ts'

test.each([
  [0, '$ 0.00'],
  [5, '$ 0.05'],
  [99_999, '$ 999.99'],
  [100_000, '$ 1,000.00'],
  [123450, '$ 1,234.50'],
  [123_456_789, '$ 1,234,567.89'],
  [9_007_199_254_740_993n, '$ 90,071,992,547,409.93'],
])('%s cents are %s', (cents, text) => {
  expect(money(ENGLISH, cents, DOLLAR)).toBe(text)
})

test.each([
  [1000, '1'],
  [1500, '1.5'],
  [1, '0.001'],
  [10_000, '10'],
  [1_000_000_000, '1000000'],
])('a quantity of %i thousandths is %s, without trailing zeros', (milli, text) => {
  expect(quantity(ENGLISH, milli)).toBe(text)
})

test.each<[number, Unit, string, string]>([
  [1000, '', '1', 'milk'],
  [2000, '', '2', '2 × milk'],
  [500, '', '0.5', '0.5 × milk'],
  [2500, 'kg', '2.5 kg', '2.5 kg milk'],
  [1000, 'kg', '1 kg', '1 kg milk'],
  [999, 'kg', '999 g', '999 g milk'],
  [500, 'kg', '500 g', '500 g milk'],
  [1, 'kg', '1 g', '1 g milk'],
  [250, 'l', '250 ml', '250 ml milk'],
  [1500, 'l', '1.5 l', '1.5 l milk'],
  [500, 'lb', '0.5 lb', '0.5 lb milk'],
  [3000, 'oz', '3 oz', '3 oz milk'],
  [1000, 'can', '1 can', '1 can milk'],
  [500, 'can', '0.5 can', '0.5 can milk'],
  [1500, 'can', '1.5 cans', '1.5 cans milk'],
  [2000, 'box', '2 boxes', '2 boxes milk'],
  [2000, 'bunch', '2 bunches', '2 bunches milk'],
  [1_000_000_000, 'bag', '1000000 bags', '1000000 bags milk'],
])('%i thousandths of the unit "%s" are %s', (quantityMilli, unit, amount, count) => {
  expect(measure(ENGLISH, { quantityMilli, unit })).toBe(amount)
  expect(countOf(ENGLISH, { name: 'milk', quantityMilli, unit })).toBe(count)
})

test('a date and a time are those of the zone, also when clocks change', () => {
  const berlin = { ...ENGLISH, timeZone: 'Europe/Berlin' }
  expect(date(berlin, Date.UTC(2026, 11, 31, 23, 30))).toBe('Jan 1, 2027')
  expect(dayAndTime(berlin, Date.UTC(2026, 2, 29, 0, 59))).toBe('Mar 29, 2026, 01:59')
  expect(dayAndTime(berlin, Date.UTC(2026, 2, 29, 1, 0))).toBe('Mar 29, 2026, 03:00')
  expect(dayAndTime(berlin, Date.UTC(2026, 5, 1, 22, 5))).toBe('Jun 2, 2026, 00:05')
  expect(utc(berlin, Date.UTC(2026, 0, 5, 7, 3))).toBe('Jan 5, 2026, 07:03 UTC')
})

test('a date is short', () => {
  expect(date(ENGLISH, Date.UTC(2024, 0, 5, 12))).toBe('Jan 5, 2024')
})

test.each([
  [40_000, '0 MB'],
  [12_345_678, '12.3 MB'],
  [1_600_000_000, '1600 MB'],
  [2_000_000_000, '2 GB'],
])('%i bytes are %s', (count, text) => {
  expect(bytes(ENGLISH, count)).toBe(text)
})

test.each([
  [0, 500_000_000, '0 MB of 500 MB'],
  [1_600_000_000, 2_000_000_000, '1600 MB of 2 GB'],
  [40_000, undefined, '0 MB'],
])('%i bytes of %s are %s', (used, limit, text) => {
  expect(storage(ENGLISH, used, limit)).toBe(text)
})

test.each([
  [1, '1 second'],
  [45, '45 seconds'],
  [90, '2 minutes'],
  [700, '12 minutes'],
  [5400, '2 hours'],
  [86_000, '24 hours'],
])('%i seconds are %s', (seconds, text) => {
  expect(duration(ENGLISH, seconds)).toBe(text)
})

test('alternatives are separated by commas and "or"', () => {
  expect(
    [['GET'], ['GET', 'HEAD'], ['a', 'b', 'c'], []].map((parts) => alternatives(ENGLISH, parts)),
  ).toEqual(['GET', 'GET or HEAD', 'a, b or c', ''])
})
