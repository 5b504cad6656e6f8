import { expect, test } from 'vitest'
import type { PastChange } from '#app/domain/history/recentChanges.ts'
import { sentenceOf } from './history.ts'
import { ENGLISH } from './reader.ts'

const edited = (edit: Partial<NonNullable<PastChange['edit']>>, count = 1): PastChange => ({
  id: 'change',
  kind: 'edit',
  verb: 'edited',
  actor: { id: 'ada', name: 'Ada' },
  guest: undefined,
  createdAt: 0,
  undoneAt: null,
  count,
  name: 'Eggs',
  names: [],
  trip: undefined,
  itemId: null,
  category: undefined,
  edit: { before: {}, after: {}, unit: '', priceCurrency: 'USD', ...edit },
})

test.each([
  [
    '12 → 24, $ 4.99 → $ 9.98',
    { quantityMilli: 12_000, priceCents: 499 },
    { quantityMilli: 24_000, priceCents: 998 },
  ],
  ['was “Egs”', { name: 'Egs' }, { name: 'Eggs' }],
  ['2 → 500 g', { quantityMilli: 2000, unit: '' }, { quantityMilli: 500, unit: 'kg' }],
  ['now in pieces', { unit: 'pack' }, { unit: '' }],
  ['$ 0.00 → $ 2.99, for all', { priceCents: 0, priceFor: 'one' }, { priceCents: 299, priceFor: 'all' }],
] as const)('an edit says what it changed: %s', (details, before, after) => {
  expect(sentenceOf(ENGLISH, edited({ before, after }), 'ada')).toBe(`You edited Eggs: ${details}`)
})

test('a unit that was not edited is the one of the item', () => {
  const edit = { before: { quantityMilli: 2000 }, after: { quantityMilli: 3000 }, unit: 'pack' } as const
  expect(sentenceOf(ENGLISH, edited(edit), 'ben')).toBe('Ada edited Eggs: 2 packs → 3 packs')
})

test('a change of several items names the first three', () => {
  const of = (...names: string[]) => sentenceOf(ENGLISH, { ...edited({}, names.length), names }, 'ada')
  expect(of('Milk', 'Eggs')).toBe('You edited 2 items: Milk, Eggs')
  expect(of('Milk', 'Eggs', 'Tea', 'Jam')).toBe('You edited 4 items: Milk, Eggs, Tea…')
})

test('an edit of several that are gone, or of what nobody sees, has no details', () => {
  expect(sentenceOf(ENGLISH, edited({ before: { name: 'A' }, after: { name: 'B' } }, 2), 'ada')).toBe(
    'You edited 2 items',
  )
  expect(
    sentenceOf(ENGLISH, edited({ before: { priceGuessed: true }, after: { priceGuessed: false } }), 'ada'),
  ).toBe('You edited Eggs')
})
