import { describe, expect, test } from 'vitest'
import { DOLLAR } from '#app/domain/locale/currency.ts'
import { readText } from '#app/domain/quickAdd/readText.ts'
import { amountsOf } from './prices.ts'
import { quickAdded } from './quickAdded.ts'
import { ENGLISH } from './reader.ts'

/** As it is stored. */
const itemsOf = (text: string) =>
  readText(text).items.map(({ priceCents = 0, ...item }) => ({ ...item, priceCents }))

const nothing = { added: [], raised: [], already: [], skipped: [], currency: 'USD' }

test.each([
  ['eggs', 'eggs'],
  ['eggs x12', '12 × eggs'],
  ['eggs 2.99', 'eggs at $ 2.99'],
  ['12 eggs 2.99', '12 × eggs for $ 2.99'],
  ['12x eggs 2.99', '12 × eggs at $ 2.99 = $ 35.88'],
  ['12 eggs for 2.99', '12 × eggs for $ 2.99'],
  ['2 kg potatoes 3.50', '2 kg potatoes for $ 3.50'],
  ['500 g ham 1.99/100g', '500 g ham at $ 19.90 = $ 9.95'],
  ['2 cans beans $1000', '2 cans beans at $ 1,000.00 = $ 2,000.00'],
  ['cake for $20', 'cake for $ 20.00'],
])('%s is told as %s', (text, told) => {
  const [item] = itemsOf(text)
  expect(item && amountsOf(ENGLISH, item, DOLLAR)).toBe(told)
})

describe('the toast', () => {
  test('of one item says all of it', () => {
    const one = itemsOf('12x eggs 2.99')
    expect(quickAdded(ENGLISH, { ...nothing, added: one })).toBe('Added 12 × eggs at $ 2.99 = $ 35.88.')
    expect(quickAdded(ENGLISH, { ...nothing, raised: one })).toBe(
      'On the list now: 12 × eggs at $ 2.99 = $ 35.88.',
    )
    const more = one.map((item) => ({ ...item, addedMilli: 6000 }))
    expect(quickAdded(ENGLISH, { ...nothing, raised: more })).toBe(
      'On the list now: 12 × eggs at $ 2.99 = $ 35.88 (6 more).',
    )
    const back = one.map((item) => ({ ...item, basketMilli: 3000 }))
    expect(quickAdded(ENGLISH, { ...nothing, raised: back })).toBe(
      'Back from the basket: 12 × eggs at $ 2.99 = $ 35.88 (3 before).',
    )
    expect(quickAdded(ENGLISH, { ...nothing, already: one })).toBe(
      'Already on the list: 12 × eggs at $ 2.99 = $ 35.88.',
    )
  })

  test('of several items names them', () => {
    const added = itemsOf('2 kg potatoes, milk x3')
    expect(quickAdded(ENGLISH, { ...nothing, added })).toBe('Added 2 items: potatoes and milk.')
    const many = itemsOf('potatoes, milk, eggs, salt, tea')
    expect(quickAdded(ENGLISH, { ...nothing, added: many })).toBe(
      'Added 5 items: potatoes, milk and 3 others.',
    )
  })

  test('tells what became of each', () => {
    const [added, raised, already] = [itemsOf('milk'), itemsOf('eggs x6, tea'), itemsOf('salt')]
    expect(quickAdded(ENGLISH, { ...nothing, added, raised, already, skipped: ['Shop:', '[x] ham'] })).toBe(
      'Added 1 item: milk. Changed eggs and tea. Already on the list: salt. Skipped 2 lines.',
    )
    expect(quickAdded(ENGLISH, { ...nothing, added, skipped: ['Shop:'] })).toBe('Added milk. Skipped 1 line.')
  })

  test.each([
    ['olives €4.99', 'USD', true],
    ['olives 4.99 EUR', 'USD', true],
    ['olives $4.99', 'EUR', true],
    ['olives €4.99', 'EUR', false],
    ['olives 4,99 eur', 'EUR', false],
    ['olives $4.99', 'CAD', false],
    ['olives 4.99', 'USD', false],
    ['chf cheese', 'USD', false],
  ])(
    'says in which currency the list is, if the price has another sign: %s on a list in %s',
    (typed, currency, isTold) => {
      const told = quickAdded(ENGLISH, { ...nothing, added: itemsOf('olives 4.99'), currency }, typed)
      expect(/Prices on this list are in [^.]+\.$/.test(told)).toBe(isTold)
    },
  )

  test('cuts long names, and ends with one mark', () => {
    const added = itemsOf('long '.repeat(30))
    expect(quickAdded(ENGLISH, { ...nothing, added })).toMatch(/^Added (?:long ){16}…$/)
  })
})
