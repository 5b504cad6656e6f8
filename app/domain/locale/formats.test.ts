import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePrice, parseQuantity } from '#app/domain/items/amounts.ts'
import { EMPTY_ITEM } from '#app/domain/items/itemFields.ts'
import { MAX_PRICE_CENTS, MAX_QUANTITY_MILLI } from '#app/domain/limitsAndLifetimes.ts'
import { date, dayOfYear, money, quantity } from '#app/words/format.ts'
import { formValues } from '#app/words/formValues.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { size } from '#tests/support/size.ts'
import { currencyOf } from './currencies.ts'
import { FORMATS, FORMATS_NAMES, type FormatsName } from './formats.ts'

// Node's Intl knows how people write, so the table must agree with it.

const readerWith = (name: FormatsName) => ({ ...ENGLISH, formats: FORMATS[name] })

/** Versions of ICU disagree on which of these French and Swiss people put between groups of digits. */
const withSpaces = (text: string) => text.replace(/['’\u00a0\u202f]/g, ' ')

const CURRENCIES = ['USD', 'EUR', 'CHF', 'PYG', 'JPY']

const RUNS = size('FORMAT_RUNS', { short: 300, full: 10_000 })

const inEach = FORMATS_NAMES.flatMap((name) => CURRENCIES.map((code) => ({ name, code })))

describe.each(inEach)('$name, $code', ({ name, code }) => {
  const reader = readerWith(name)
  const currency = currencyOf(code)

  test('groups digits as Intl does', () => {
    const intl = new Intl.NumberFormat(name, { style: 'currency', currency: code })
    const isNumber = ({ type }: Intl.NumberFormatPart) => /integer|group|decimal|fraction/.test(type)
    const digitsOf = (value: number) => intl.formatToParts(value).filter(isNumber)
    for (const whole of [0, 7, 42, 999, 1000, 9876, 10_000, 99_999, 123_456, 1_000_000, 987_654_321]) {
      const cents = currency.decimals === 0 ? 0 : 5
      const shown = money(reader, whole * 10 ** currency.decimals + cents, currency)
      const amount = shown.replace(currency.symbol, '').trim()
      const digits = digitsOf(whole + cents / 100).map(({ value }) => value)
      expect(withSpaces(amount)).toBe(withSpaces(digits.join('')))
    }
  })

  test('has the currency on the same side', () => {
    const intl = new Intl.NumberFormat(name, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
    })
    const isFirst = intl.formatToParts(1)[0]?.type === 'currency'
    expect(money(reader, 1, currency).startsWith(currency.symbol)).toBe(isFirst)
  })

  test('what a form or a page shows is read as the same, if it is typed', () => {
    const price = fc.integer({ min: 0, max: MAX_PRICE_CENTS })
    const milli = fc.integer({ min: 1, max: MAX_QUANTITY_MILLI })
    fc.assert(
      fc.property(price, milli, (priceCents, quantityMilli) => {
        const form = formValues(reader, { ...EMPTY_ITEM, priceCents, quantityMilli }, currency)
        expect(parsePrice(form.price, currency.decimals)).toBe(priceCents)
        expect(parseQuantity(form.quantity)).toBe(quantityMilli)
        const shown = money(reader, priceCents, currency).replace(currency.symbol, '').trim()
        expect(parsePrice(shown, currency.decimals)).toBe(priceCents)
      }),
      { numRuns: RUNS },
    )
  })
})

describe.each(FORMATS_NAMES)('%s', (name) => {
  const reader = readerWith(name)

  // In Switzerland, prices in French have a point and other numbers a comma. Larder has one sign for both.
  test.skipIf(name === 'fr-CH')('has the same sign between whole numbers and decimals', () => {
    const intl = new Intl.NumberFormat(name, { maximumFractionDigits: 3, useGrouping: false })
    for (const milli of [1, 50, 500, 1000, 1250, 1500, 12_345, 100_100, 1_000_000_000])
      expect(quantity(reader, milli)).toBe(intl.format(milli / 1000))
  })

  test('has the same order in a date', () => {
    const letters: Partial<Record<string, string>> = { day: 'D', month: 'M', year: 'Y' }
    const intl = new Intl.DateTimeFormat(name, { day: 'numeric', month: 'short', year: 'numeric' })
    const pattern = intl.formatToParts().map(({ type, value }) => letters[type] ?? value)
    expect(FORMATS[name].date).toBe(pattern.join(''))
  })
})

test.each(['en-US', 'en-GB'] as const)('%s dates are those of Intl, in every month', (name) => {
  const intl = new Intl.DateTimeFormat(name, { day: 'numeric', month: 'short', year: 'numeric' })
  const intlOfYear = new Intl.DateTimeFormat(name, { day: 'numeric', month: 'short' })
  // Only the British 'Sept' has four letters.
  const shortened = (text: string) => text.replace('Sept', 'Sep')
  for (let month = 0; month < 12; month += 1) {
    for (const at of [new Date(2026, month, 1), new Date(2027, month, 28, 23, 59, 59)]) {
      expect(date(readerWith(name), at.getTime())).toBe(shortened(intl.format(at)))
      expect(dayOfYear(readerWith(name), at.getTime())).toBe(shortened(intlOfYear.format(at)))
    }
  }
})
