import { expect, test } from 'vitest'
import { matching } from './search.ts'

const lists = ['Weekly shopping', 'Café & bakery', 'Shopping in Köln'].map((name) => ({ name }))

test.each([
  ['', ['Weekly shopping', 'Café & bakery', 'Shopping in Köln']],
  ['  SHOP ', ['Weekly shopping', 'Shopping in Köln']],
  ['koln shop', ['Shopping in Köln']],
  ['cafe', ['Café & bakery']],
  ['café', ['Café & bakery']],
  ['hardware', []],
])('“%s” finds %j', (search, names) => {
  expect(matching(lists, search).map(({ name }) => name)).toEqual(names)
})
