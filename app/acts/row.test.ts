import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UNITS } from '#app/domain/items/amounts.ts'
import { EMPTY_ITEM } from '#app/domain/items/itemFields.ts'
import { NEW_ROW, type Row, rowsToText, textToRows } from './row.ts'

const { pending: _, ...plain } = NEW_ROW

const rowOf = (values: Partial<Row>): Row => ({ ...plain, id: 'a', name: 'Milk', ...values })

const full: Row = {
  ...EMPTY_ITEM,
  id: 'b',
  name: 'Eggs',
  quantityMilli: 12_000,
  unit: 'kg',
  priceCents: 299,
  priceFor: 'all',
  priceGuessed: true,
  priceRemembered: true,
  completed: true,
  completedAt: 1_795_601_591_438,
  updatedAt: 1_795_601_591_439,
  added: 'Ann',
  ticked: 'guest "Bob"',
}

test.each([
  ['none', []],
  ['one with new values only', [rowOf({})]],
  ['one with all values', [full]],
  ['some with names of people and some without', [rowOf({}), full, rowOf({ id: 'c', added: 'Ann' })]],
  ['many', Array.from({ length: 600 }, (_, index) => rowOf({ id: `${index}`, priceCents: index % 2 }))],
])('rows come back from their text as they were: %s', (_, rows) => {
  expect(textToRows(rowsToText(rows))).toEqual(rows)
})

test.each([
  'x',
  '0',
  ',',
  '"',
  '\\',
  '</script>',
  'a\nb\tc',
  '{"id":["a"]}',
  'null',
  '🥑 & <b>',
  'é'.repeat(1000),
  '\u2028\ud800',
  '__proto__',
])('names come back from their text as they were: %s', (name) => {
  expect(textToRows(rowsToText([rowOf({ name }), full])).map((row) => row.name)).toEqual([name, 'Eggs'])
})

test('values that only some rows have come back with those rows', () => {
  const number = fc.nat({ max: Number.MAX_SAFE_INTEGER })
  const name = fc.string({ unit: 'binary' })
  const person = fc.option(name, { nil: undefined })
  const row = fc.record({
    id: fc.uuid(),
    name,
    added: person,
    ticked: person,
    quantityMilli: number,
    priceCents: number,
    completedAt: number,
    updatedAt: number,
    unit: fc.constantFrom(...UNITS),
    priceFor: fc.constantFrom('one' as const, 'all' as const),
    priceGuessed: fc.boolean(),
    priceRemembered: fc.boolean(),
    completed: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(fc.oneof(row.map(rowOf), fc.constant(rowOf({})))), (rows) => {
      expect(textToRows(rowsToText(rows))).toEqual(rows)
    }),
  )
})

test('what pages do not show is not in the text', () => {
  const stored = { ...full, listId: 'secret', guestKey: 'secret', addedBy: 'secret' }
  expect(rowsToText([stored])).not.toContain('secret')
})
