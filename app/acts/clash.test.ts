import { expect, test } from 'vitest'
import { EMPTY_VALUES } from '#app/domain/items/itemFields.ts'
import { bothSides } from './clash.ts'
import { editForm } from './edit.ts'

const SEEN = { ...EMPTY_VALUES, name: 'Flour', unit: 'kg', price: '0.99' }
const place = { account: 'user', listID: 'list', guest: undefined }

const clashOf = (typed: Partial<typeof SEEN>, theirs: Partial<typeof SEEN>) => {
  const { fields } = editForm(place, 'item', { ...SEEN, ...typed }, { values: SEEN, updatedAt: 1 })
  return bothSides(fields, { ...SEEN, ...theirs })
}

test('whichever quantity somebody keeps, the price that only they changed is saved', () => {
  const { yours, theirs } = clashOf({ quantity: '3', price: '1.49' }, { quantity: '5' })
  expect(yours).toEqual({ ...SEEN, quantity: '3', price: '1.49' })
  expect(theirs).toEqual({ ...SEEN, quantity: '5', price: '1.49' })
})

test('what only the other one changed is kept, too', () => {
  const { yours, theirs } = clashOf({ quantity: '3' }, { quantity: '5', name: 'Rye flour', price: '2' })
  expect(yours).toEqual({ ...SEEN, quantity: '3', name: 'Rye flour', price: '2' })
  expect(theirs).toEqual({ ...SEEN, quantity: '5', name: 'Rye flour', price: '2' })
})

test('a quantity goes with its unit, and the same one may be written in another way', () => {
  const { yours, theirs } = clashOf({ quantity: '500', unit: 'g' }, { quantity: '1.0', price: '1,20' })
  expect(yours).toEqual({ ...SEEN, quantity: '0.500', unit: 'kg', price: '1,20' })
  expect(theirs).toEqual({ ...SEEN, quantity: '0.500', unit: 'kg', price: '1,20' })
})

test('keeping theirs saves what only you have changed, also if it is only what a price is for', () => {
  expect(clashOf({ name: 'Rye', priceFor: 'all' }, { name: 'Oats' }).keepsOwn).toBe(true)
  expect(clashOf({ name: 'Rye' }, { name: 'Oats', price: '2' }).keepsOwn).toBe(false)
})
