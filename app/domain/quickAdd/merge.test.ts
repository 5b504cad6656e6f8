import { describe, expect, test } from 'vitest'
import { MAX_NOTE_LENGTH, MAX_QUANTITY_MILLI } from '#app/domain/limitsAndLifetimes.ts'
import { planFor } from './merge.ts'
import { readText } from './readText.ts'

type Row = Parameters<typeof planFor>[0] extends Iterable<infer Row> ? Row : never

const row = (fields: Partial<Row> = {}): Row => ({
  id: 'milk',
  name: 'Milk',
  note: '',
  quantityMilli: 2000,
  unit: '',
  priceCents: 100,
  priceFor: 'one',
  completed: false,
  ...fields,
})

/** What the text adds, and what it changes of these rows. */
function plan(rows: Row[], text: string) {
  const { added, merged } = planFor(rows, readText(text).items)
  return { added, merged: Object.fromEntries(merged) }
}

const CONFIRMED = { priceGuessed: false, priceRemembered: false }
const bread = {
  index: 0,
  name: 'bread',
  quantityMilli: 1000,
  unit: '',
  priceFor: 'one',
  statesPriceFor: false,
  note: '',
}

describe('a note', () => {
  test('is what stands behind two slashes', () => {
    const { added } = plan(
      [],
      '2 kg potatoes // the small ones, not washed\nbread//rye\nsee https://example.org // a',
    )
    expect(added.map(({ name, quantityMilli, note }) => [name, quantityMilli, note])).toEqual([
      ['potatoes', 2000, 'the small ones, not washed'],
      ['bread//rye', 1000, ''],
      ['see https://example.org', 1000, 'a'],
    ])
    const several = plan([], 'milk, 2 bread 3.50 // rye').added
    expect(several.map(({ name, priceCents, note }) => [name, priceCents, note])).toEqual([
      ['milk', undefined, ''],
      ['bread', 350, 'rye'],
    ])
  })

  test('is kept beside the one that is there, and written once', () => {
    const blue = row({ note: 'the blue one' })
    expect(plan([blue], '2 milk // on sale').merged).toEqual({
      milk: { quantityMilli: 4000, addedMilli: 2000, note: 'the blue one; on sale' },
    })
    expect(plan([blue], 'milk // the blue one').merged).toEqual({ milk: { note: 'the blue one' } })
    expect(plan([row()], 'milk // a\nmilk // b').merged).toEqual({ milk: { note: 'a; b' } })
    expect(plan([], 'milk // a\n2 milk // b').added).toMatchObject([{ name: 'milk', note: 'a; b' }])
  })

  test('that has no room beside the other one stays with a row of its own', () => {
    const long = row({ note: 'x'.repeat(MAX_NOTE_LENGTH - 3) })
    expect(plan([long], 'milk // abc')).toMatchObject({ added: [{ name: 'milk', note: 'abc' }], merged: {} })
  })
})

describe('of something that is on the list', () => {
  test('a number adds to the quantity', () => {
    const three = { milk: { quantityMilli: 5000, addedMilli: 3000 } }
    for (const text of ['milk x3', '3 milk', 'MILK: 3', 'three  mIlK'])
      expect(plan([row()], text)).toEqual({ added: [], merged: three })
    expect(plan([row()], '1 milk').merged).toEqual({ milk: { quantityMilli: 3000, addedMilli: 1000 } })
  })

  test('no number says nothing new', () => {
    for (const text of ['milk', 'a milk', ' MILK '])
      expect(plan([row()], text)).toEqual({ added: [], merged: { milk: {} } })
  })

  test('a price for one replaces the price, with or without a number', () => {
    expect(plan([row()], 'milk 1.29').merged).toEqual({
      milk: { priceCents: 129, priceFor: 'one', ...CONFIRMED },
    })
    expect(plan([row()], '3 milk 1.29').merged).toEqual({
      milk: { quantityMilli: 5000, addedMilli: 3000, priceCents: 129, priceFor: 'one', ...CONFIRMED },
    })
  })

  test('a price for all is added to what the rest costs', () => {
    const eggs = (fields: object) => row({ id: 'eggs', name: 'eggs', quantityMilli: 12_000, ...fields })
    const all = { quantityMilli: 24_000, addedMilli: 12_000, priceFor: 'all', ...CONFIRMED }
    const box = eggs({ priceCents: 299, priceFor: 'all' })
    expect(plan([box], '12 eggs 3.29').merged).toEqual({ eggs: { ...all, priceCents: 628 } })
    const each = eggs({ priceCents: 30, priceFor: 'one' })
    expect(plan([each], '12 eggs for 3.29').merged).toEqual({ eggs: { ...all, priceCents: 689 } })
    const unpriced = eggs({ priceCents: 0, priceFor: 'one' })
    expect(plan([unpriced], '12 eggs 3.29').merged).toEqual({ eggs: { ...all, priceCents: 329 } })
    const twice = { ...all, quantityMilli: 36_000, addedMilli: 24_000, priceCents: 957 }
    expect(plan([box], '12 eggs 3.29\n12 eggs 3.29').merged).toEqual({ eggs: twice })
    expect(plan([box], 'eggs 3.29').merged).toEqual({
      eggs: { priceCents: 329, priceFor: 'one', ...CONFIRMED },
    })
  })

  test('a number without a price leaves a price for all the same for each', () => {
    const eggs = row({ id: 'eggs', name: 'eggs', quantityMilli: 12_000, priceCents: 299, priceFor: 'all' })
    expect(plan([eggs], '6 eggs').merged).toEqual({
      eggs: { quantityMilli: 18_000, addedMilli: 6000, priceCents: 449 },
    })
    expect(plan([eggs], '6 eggs\n6 eggs 1.79').merged).toEqual({
      eggs: { quantityMilli: 24_000, addedMilli: 12_000, priceCents: 628, priceFor: 'all', ...CONFIRMED },
    })
    expect(plan([eggs], 'eggs').merged).toEqual({ eggs: {} })
    expect(plan([{ ...eggs, completed: true }], '6 eggs').merged).toEqual({
      eggs: { completed: false, quantityMilli: 6000, priceCents: 150 },
    })
    expect(plan([], '12 eggs 2.99\n6 eggs').added).toMatchObject([{ quantityMilli: 18_000, priceCents: 449 }])
    expect(plan([{ ...eggs, quantityMilli: 0 }], '6 eggs').merged).toEqual({
      eggs: { quantityMilli: 6000, addedMilli: 6000 },
    })
    const cheap = { ...eggs, priceCents: 3, completed: true }
    expect(plan([cheap], '1 eggs').merged).toEqual({ eggs: { completed: false, quantityMilli: 1000 } })
  })

  test('the highest quantity is not exceeded', () => {
    const most = row({ quantityMilli: MAX_QUANTITY_MILLI - 500 })
    const merged = { milk: { quantityMilli: MAX_QUANTITY_MILLI, addedMilli: 500 } }
    expect(plan([most], 'milk x3')).toEqual({ added: [], merged })
  })
})

describe('of something that is ticked', () => {
  const ticked = row({ completed: true, quantityMilli: 6000 })

  test('it is open again, with the new quantity', () => {
    expect(plan([ticked], 'milk x3').merged).toEqual({ milk: { completed: false, quantityMilli: 3000 } })
    expect(plan([ticked], 'milk').merged).toEqual({ milk: { completed: false, quantityMilli: 1000 } })
    expect(plan([ticked], 'milk 0.99').merged).toEqual({
      milk: { completed: false, quantityMilli: 1000, priceCents: 99, priceFor: 'one', ...CONFIRMED },
    })
  })

  test('a second line adds to that', () => {
    const merged = { milk: { completed: false, quantityMilli: 5000 } }
    expect(plan([ticked], 'milk x3\nmilk x2')).toEqual({ added: [], merged })
    expect(plan([ticked], 'milk x5\nmilk')).toEqual({ added: [], merged })
  })

  test('an open one counts first, and of two open ones the first', () => {
    const rows = [row({ id: 'a', completed: true }), row({ id: 'b' }), row({ id: 'c' })]
    expect(Object.keys(plan(rows, 'milk x3').merged)).toEqual(['b'])
  })
})

describe('something else', () => {
  test('is a row of its own, in the order of the lines', () => {
    expect(plan([row()], 'bread, milk, eggs x6')).toEqual({
      added: [bread, { ...bread, index: 2, name: 'eggs', quantityMilli: 6000 }],
      merged: { milk: {} },
    })
  })

  test.each(['2 l milk', 'milk 2 bottles', 'oat milk', 'milkshake'])('%s is not 2 × milk', (text) => {
    const { added, merged } = plan([row()], text)
    expect(merged).toEqual({})
    expect(added).toHaveLength(1)
  })

  test('singular and plural are the same', () => {
    const eggs = row({ id: 'eggs', name: 'Eggs' })
    expect(plan([eggs], '1 egg').merged).toEqual({ eggs: { quantityMilli: 3000, addedMilli: 1000 } })
    expect(plan([], '2 Äpfel, 1 Apfel').added).toMatchObject([{ name: 'Äpfel', quantityMilli: 3000 }])
  })

  test('the same unit is the same, in grams or kilograms', () => {
    const flour = row({ id: 'flour', name: 'flour', unit: 'kg', quantityMilli: 1000 })
    expect(plan([flour], '500 g Flour').merged).toEqual({ flour: { quantityMilli: 1500, addedMilli: 500 } })
  })
})

test('names are equal in upper and lower case, composed or not, and with any spaces', () => {
  const rows = [
    row({ id: 'cafe', name: 'Caf\u00e9 au  lait' }),
    row({ id: 'strasse', name: 'STRAßE' }),
    row({ id: 'creme', name: 'cre\u0300me' }),
  ]
  const { added, merged } = plan(rows, 'CAFE\u0301 au lait x2\nstraße x2\nCR\u00c8ME x2')
  expect(added).toEqual([])
  expect(Object.keys(merged)).toEqual(['cafe', 'strasse', 'creme'])
})

describe('two equal lines', () => {
  test('are one item, and a number adds', () => {
    const milk = { ...bread, name: 'milk' }
    expect(plan([], 'milk x2, Milk x3').added).toEqual([{ ...milk, quantityMilli: 5000 }])
    expect(plan([], 'milk, milk').added).toEqual([milk])
    expect(plan([], 'milk, milk x2').added).toEqual([{ ...milk, quantityMilli: 3000 }])
    expect(plan([], 'milk 0.99, milk').added).toEqual([{ ...milk, priceCents: 99 }])
    expect(plan([], 'milk 0.99, milk 1.09').added).toEqual([{ ...milk, priceCents: 109 }])
  })

  test('with prices for all, both prices count', () => {
    expect(plan([], '1 kg figs 2.00\n1 kg figs 2.50').added).toMatchObject([
      { name: 'figs', quantityMilli: 2000, priceCents: 450, priceFor: 'all' },
    ])
    expect(plan([], '2 figs 1.00\n3 figs 1.20').added).toMatchObject([
      { quantityMilli: 5000, priceCents: 120 },
    ])
  })

  test('of something on the list both add', () => {
    const merged = { milk: { quantityMilli: 7000, addedMilli: 5000 } }
    expect(plan([row()], 'milk x2, milk x3')).toEqual({ added: [], merged })
    expect(plan([row()], 'milk x5, milk')).toEqual({ added: [], merged })
    expect(plan([row()], 'milk, milk x5')).toEqual({ added: [], merged })
  })
})
