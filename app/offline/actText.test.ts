import { expect, test } from 'vitest'
import { actText, valuesText } from './actText.ts'

const list = 'listID=list'

test.each([
  ['/completed', { completed: 'on' }, 'tick Milk'],
  ['/completed', { completed: 'false' }, 'untick Milk'],
  ['/s/key/completed', { completed: 'on' }, 'tick Milk'],
  ['/edit-item/milk?listID=list', {}, 'change Milk'],
  ['/s/key/edit?itemID=milk', {}, 'change Milk'],
  ['/delete-single-item/list?itemID=milk', {}, 'delete Milk'],
  ['/s/key/delete?itemID=milk', {}, 'delete Milk'],
  [`/single-list?${list}`, {}, 'add Milk'],
  [`/quick-add?${list}`, {}, 'add Milk'],
  [`/s/key/quick-add?${list}`, {}, 'add Milk'],
  ['/undo/op', {}, 'undo the last change'],
  ['/s/key/undo', {}, 'undo the last change'],
])('%s with %o is called: %s', (path, fields: Record<string, string>, expected) => {
  expect(actText({ path, fields, name: 'Milk' })).toBe(expected)
})

test('a long name is cut', () => {
  const name = 'long '.repeat(40)
  expect(actText({ path: '/completed', fields: {}, name })).toHaveLength('untick '.length + 61)
})

test.each([
  [{ name: 'Milk', quantity: '2', unit: 'kg', price: '1.20' }, 'Milk, 2 kg, $ 1.20'],
  [{ name: 'Milk', quantity: '2', unit: '', price: '1,2' }, 'Milk, 2, $ 1.20'],
  [{ name: 'Milk', quantity: 'some', unit: '', price: 'cheap' }, 'Milk, some, cheap'],
])('%o reads: %s', (values, expected) => {
  expect(valuesText(values)).toBe(expected)
})
