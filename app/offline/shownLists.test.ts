import { expect, test } from 'vitest'
import { NEW_ROW, type Row, rowsToText } from '#app/acts/row.ts'
import { tickForm } from '#app/acts/tick.ts'
import { ENGLISH } from '#app/words/reader.ts'
import type { Entry, KeptPage } from './schema.ts'
import { shownLists } from './shownLists.ts'

const row = (name: string, completed = false): Row => ({
  ...NEW_ROW,
  id: name,
  name,
  priceCents: 120,
  completed,
})

const kept = (id: string, rows: Row[]): [string, KeptPage] => [
  id,
  { address: id, account: 'ada', data: { items: rowsToText(rows) }, at: 0, usedAt: 0, format: 3 },
]

const tick = (listID: string, name: string): Entry => ({
  ...tickForm({ account: 'ada', listID }, { id: name, name }, true, 5),
  seq: 1,
  op: name,
  at: 5,
  state: 'waiting',
})

const lists = [
  { id: 'market', name: 'Market', sum: '1 of 9 left · $ 9.99', items: 9, done: 8 },
  { id: 'drugstore', name: 'Drugstore', sum: '2 of 2 left · $ 2.40', items: 2, done: 0 },
]
const current = { id: 'drugstore', names: ['Soap', 'Salt'], more: 0 }
const pages = new Map([kept('drugstore', [row('Soap'), row('Salt')]), kept('market', [row('Milk')])])

test('the current list comes first', () => {
  expect(shownLists(ENGLISH, { lists, current }, [], new Map()).lists.map(({ id }) => id)).toEqual([
    'drugstore',
    'market',
  ])
  expect(shownLists(ENGLISH, { lists }, [], new Map()).lists).toEqual(lists)
})

test('only lists with waiting changes are counted again', () => {
  const shown = shownLists(ENGLISH, { lists, current }, [tick('drugstore', 'Soap')], pages)
  expect(shown.lists).toMatchObject([
    { sum: '1 of 2 left · $ 2.40', items: 2, done: 1 },
    { sum: '1 of 9 left · $ 9.99', items: 9, done: 8 },
  ])
  expect(shown.current).toEqual({ id: 'drugstore', names: ['Salt'], more: 0 })
})

test('lists that were opened later are counted as they were then', () => {
  const asOf = (at: number) => shownLists(ENGLISH, { lists, current }, [], pages, at).lists
  expect(asOf(0)).toMatchObject([{ sum: '2 of 2 left · $ 2.40' }, { sum: '1 of 9 left · $ 9.99' }])
  expect(asOf(-1)).toMatchObject([{ sum: '2 of 2 left · $ 2.40' }, { sum: '1 of 1 left · $ 1.20' }])
})

test('a list whose page is not kept stays as it was', () => {
  const shown = shownLists(ENGLISH, { lists, current }, [tick('drugstore', 'Soap')], new Map())
  expect(shown).toEqual({ lists: [lists[1], lists[0]], current })
})
