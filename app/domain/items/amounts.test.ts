import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_PRICE_CENTS, MAX_QUANTITY_MILLI } from '#app/domain/limitsAndLifetimes.ts'
import { amountOf, inStoredUnit, parsePrice, parseQuantity, toDecimal, totalOf } from './amounts.ts'

const cents = fc.integer({ min: 0, max: MAX_PRICE_CENTS })
const milli = fc.integer({ min: 1, max: MAX_QUANTITY_MILLI })

describe('a price', () => {
  test.each([
    ['0', 0],
    ['1', 100],
    ['1.5', 150],
    ['1,50', 150],
    ['.5', 50],
    ['007', 700],
    ['1000000.00', 100_000_000],
    ['1 000', 100_000],
    ['1.000,50', 100_050],
    ['1,000.50', 100_050],
    ['1’000.50', 100_050],
    ['1.000.000', 100_000_000],
    ['1\u202f000,5', 100_050],
  ])('%j is %i cents', (text, wanted) => {
    expect(parsePrice(text)).toBe(wanted)
  })

  test.each([
    '',
    '.',
    ',',
    '-1',
    '+1',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '1.005',
    '1.',
    '1.000',
    '1,000',
    '1.00,50',
    '1.0000,50',
    '1 00',
    '1.000.50',
    '0 500',
    '0,500.25',
    '0.123.456',
    '007,000.5',
    '1234 567',
    '1,234,567,89',
    '1,000,50.2',
    '1000000.01',
    '٣',
    '1\n',
    '99999999999999999999',
  ])('%j is invalid', (text) => {
    expect(parsePrice(text)).toBeUndefined()
  })

  test('is unchanged after formatting and parsing', () => {
    fc.assert(fc.property(cents, (price) => parsePrice(toDecimal(price, 2)) === price))
  })

  test('is parsed exactly, as with integer arithmetic', () => {
    const decimals = fc.option(fc.integer({ min: 0, max: 99 }), { nil: undefined })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), decimals, (whole, fraction) => {
        const written = fraction === undefined ? `${whole}` : `${whole}.${String(fraction).padStart(2, '0')}`
        expect(parsePrice(written)).toBe(Number(BigInt(whole) * 100n + BigInt(fraction ?? 0)))
      }),
    )
  })

  test('any text is either invalid or a price within the limits', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,-+eE x') }), (text) => {
        const price = parsePrice(text)
        if (price === undefined) return
        expect(Number.isInteger(price)).toBe(true)
        expect(price).toBeGreaterThanOrEqual(0)
        expect(price).toBeLessThanOrEqual(MAX_PRICE_CENTS)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a quantity', () => {
  test.each([
    ['1', 1000],
    ['0.001', 1],
    ['2,25', 2250],
    ['1000000', 1_000_000_000],
  ])('%j is %i thousandths', (text, wanted) => {
    expect(parseQuantity(text)).toBe(wanted)
  })

  test.each(['0', '0.000', '0.0001', '1000000.001', '-1', ''])('%j is invalid', (text) => {
    expect(parseQuantity(text)).toBeUndefined()
  })

  test('is unchanged after formatting and parsing', () => {
    fc.assert(fc.property(milli, (quantity) => parseQuantity(toDecimal(quantity, 3)) === quantity))
  })
})

describe('a small unit', () => {
  test.each([
    ['250', 'g', '0.250', 'kg'],
    ['1500', 'g', '1.500', 'kg'],
    ['2.5', 'ml', '0.003', 'l'],
    ['', 'g', '0.001', 'kg'],
    ['2', 'kg', '2', 'kg'],
    ['2', '', '2', ''],
  ])('%j of %j is stored as %j of %j', (quantity, unit, stored, larger) => {
    expect(inStoredUnit({ quantity, unit })).toEqual({ quantity: stored, unit: larger })
  })

  test.each(['0', '0.4', '-1', '1,2,3', 'some', '1000001'])('%j g is invalid', (quantity) => {
    expect(parseQuantity(inStoredUnit({ quantity, unit: 'g' }).quantity)).toBeUndefined()
  })

  test('without a unit, nothing changes', () => {
    expect(inStoredUnit({ quantity: '2' })).toEqual({ quantity: '2' })
  })
})

describe('an amount', () => {
  const forOne = (quantityMilli: number, priceCents: number) =>
    amountOf({ quantityMilli, priceCents, priceFor: 'one' })
  const exact = (quantity: number, price: number) => {
    const product = BigInt(quantity) * BigInt(price)
    const whole = product / 1000n
    return product % 1000n >= 500n ? whole + 1n : whole
  }

  test('is quantity × price, rounded half up to the cent', () => {
    expect(forOne(1500, 333)).toBe(500n)
    expect(forOne(500, 1)).toBe(1n)
    expect(forOne(499, 1)).toBe(0n)
    fc.assert(
      fc.property(milli, cents, (quantity, price) => forOne(quantity, price) === exact(quantity, price)),
    )
  })

  test('is the price itself if that is for all of it, however much it is', () => {
    fc.assert(
      fc.property(
        milli,
        cents,
        (quantityMilli, priceCents) =>
          amountOf({ quantityMilli, priceCents, priceFor: 'all' }) === BigInt(priceCents),
      ),
    )
  })

  test('is exact where floating-point numbers are not', () => {
    expect(forOne(999_999_498, 99_999_001)).toBe(99_998_950_800_501n)
    const near = fc.integer({ min: MAX_QUANTITY_MILLI - 1000, max: MAX_QUANTITY_MILLI })
    const dear = fc.integer({ min: MAX_PRICE_CENTS - 1000, max: MAX_PRICE_CENTS })
    fc.assert(
      fc.property(near, dear, (quantity, price) => forOne(quantity, price) === exact(quantity, price)),
    )
  })

  test('the total is the exact sum of the displayed amounts, for any list', () => {
    const priceFor = fc.constantFrom('one' as const, 'all' as const)
    const row = fc.record({ quantityMilli: milli, priceCents: cents, priceFor })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
        let sum = 0n
        for (const { quantityMilli, priceCents, priceFor } of rows) {
          sum += priceFor === 'all' ? BigInt(priceCents) : exact(quantityMilli, priceCents)
        }
        return totalOf(rows) === sum
      }),
      { numRuns: 10_000 },
    )
  })

  test('the total of no items is 0.00', () => {
    expect(toDecimal(totalOf([]), 2)).toBe('0.00')
  })
})
