import { expect, test } from 'vitest'
import { FIELD_GROUPS } from './fieldGroups.ts'
import { asSeen, byColumn, byField, EMPTY_ITEM, EMPTY_VALUES, ITEM_FIELDS, valuesSeen } from './itemFields.ts'

const VALUES = { name: 'Milk', quantity: '2', unit: 'l', price: '1.20', priceFor: 'all', note: 'blue' }

test('a form that nobody filled in is one, without a unit and a price', () => {
  expect(EMPTY_VALUES).toEqual({ name: '', quantity: '1', unit: '', price: '0', priceFor: 'one', note: '' })
  const stored = { name: '', quantityMilli: 1000, unit: '', priceCents: 0, priceFor: 'one', note: '' }
  expect(EMPTY_ITEM).toEqual(stored)
})

test('a field is read as it is stored, or not at all', () => {
  const { name, quantity, unit, price, priceFor } = ITEM_FIELDS
  expect([name.read('Milk'), quantity.read('1,5'), unit.read('kg')]).toEqual(['Milk', 1500, 'kg'])
  expect([price.read('1.20'), price.read('120', 0), priceFor.read('all')]).toEqual([120, 120, 'all'])
  const nothing = Array.from({ length: 5 }, () => undefined)
  expect([name.read(''), quantity.read('0'), unit.read('g'), price.read('-1'), priceFor.read('')]).toEqual(
    nothing,
  )
})

test('values keep their fields under the names of columns and of what a dialog showed', () => {
  const columns = {
    name: 'Milk',
    quantityMilli: '2',
    unit: 'l',
    priceCents: '1.20',
    priceFor: 'all',
    note: 'blue',
  }
  expect(byColumn(VALUES)).toEqual(columns)
  expect(byField(columns)).toEqual(VALUES)
  const price = { seenPrice: '1.20', seenPriceFor: 'all' }
  const seen = { seenName: 'Milk', seenQuantity: '2', seenUnit: 'l', ...price, seenNote: 'blue' }
  expect(asSeen(VALUES)).toEqual(seen)
  expect(valuesSeen(seen)).toEqual(VALUES)
})

test('a unit belongs to its quantity, and what a price is for to the price', () => {
  expect(FIELD_GROUPS).toEqual([['name'], ['quantity', 'unit'], ['price', 'priceFor'], ['note']])
})
