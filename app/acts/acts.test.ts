import { expect, test } from 'vitest'
import { EMPTY_VALUES } from '#app/domain/items/itemFields.ts'
import { DOLLAR } from '#app/domain/locale/currency.ts'
import { accessByAccount, accessByLink } from '#app/ui/listAccess.ts'
import { ENGLISH } from '#app/words/reader.ts'
import type { Place } from './act.ts'
import { type Act, actText, collide } from './acts.ts'
import { addForm } from './add.ts'
import { editForm } from './edit.ts'
import { quickAddForm } from './quickAdd.ts'
import { removeForm } from './remove.ts'
import { restoreForm } from './restore.ts'
import { tickForm } from './tick.ts'
import { undoChangeForm, undoForm } from './undo.ts'
import { valuesText } from './valuesText.ts'

const ACCOUNT: Place = { account: 'ada', listID: 'list' }
const LINK: Place = { account: '/s/key', listID: 'list', guest: 'Anna' }
const MILK = { id: 'milk', name: 'Milk' }
const VALUES = { ...EMPTY_VALUES, name: 'Milk' }
const SEEN = { values: VALUES, updatedAt: 1 }

test.each<[(place: Place) => Act, string, string, string]>([
  [(place) => tickForm(place, MILK, true, 5), 'tick Milk', '/completed', '/s/key/completed'],
  [(place) => tickForm(place, MILK, false, 5), 'untick Milk', '/completed', '/s/key/completed'],
  [
    (place) => editForm(place, 'milk', VALUES, SEEN),
    'change Milk',
    '/edit-item/milk?listID=list',
    '/s/key/edit?itemID=milk',
  ],
  [
    (place) => removeForm(place, MILK),
    'delete Milk',
    '/delete-single-item/list?itemID=milk',
    '/s/key/delete?itemID=milk',
  ],
  [(place) => addForm(place, 'milk', VALUES, 5), 'add Milk', '/single-list?listID=list', '/s/key/add'],
  [(place) => quickAddForm(place, 'op', 'Milk', 5), 'add Milk', '/quick-add?listID=list', '/s/key/quick-add'],
  [(place) => restoreForm(place, 'milk', 'Milk'), 'restore Milk', '/restore-item/milk', '/s/key/restore'],
  [(place) => undoForm(place, 'op'), 'undo the last change', '/undo/op', '/s/key/undo'],
])('%o is called "%s" and posts to %s or %s', (form, text, byAccount, byLink) => {
  const [own, guest] = [form(ACCOUNT), form(LINK)]
  expect([own, guest].map((act) => actText(ENGLISH, act))).toEqual([text, text])
  expect([own.path, guest.path]).toEqual([byAccount, byLink])
  expect([own.fields.guest, guest.fields.guest]).toEqual([undefined, 'Anna'])
})

test('the forms of the page post to the same URLs as the acts', () => {
  for (const access of [
    accessByAccount('ada', 'list', 'owner'),
    accessByLink('key', 'list', 'link-editor', 'Anna'),
  ]) {
    expect(access).toMatchObject({
      completed: tickForm(access, MILK, true, 5).path,
      add: addForm(access, 'milk', VALUES, 5).path,
      quickAdd: quickAddForm(access, 'op', 'Milk', 5).path,
    })
    expect(access.edit('milk')).toBe(editForm(access, 'milk', VALUES, SEEN).path)
    expect(access.delete('milk')).toBe(removeForm(access, MILK).path)
    expect(undoChangeForm(access, 'op', {}).path).toBe(undoForm(access, 'op').path)
  }
})

test('a long name is cut', () => {
  const name = 'long '.repeat(40)
  expect(actText(ENGLISH, tickForm(ACCOUNT, { id: 'milk', name }, false, 5))).toHaveLength(
    'untick '.length + 61,
  )
})

test('acts on one item keep their order, and those that may be about any wait for all', () => {
  const tick = tickForm(ACCOUNT, MILK, true, 5)
  const bread = tickForm(ACCOUNT, { id: 'bread', name: 'Bread' }, true, 5)
  expect(collide(tick, removeForm(ACCOUNT, MILK))).toBe(true)
  expect(collide(tick, restoreForm(ACCOUNT, 'milk', 'Milk'))).toBe(true)
  expect(collide(tick, bread)).toBe(false)
  expect(collide(tick, quickAddForm(ACCOUNT, 'op', 'Tea', 5))).toBe(true)
  expect(collide(undoForm(ACCOUNT, 'op'), tick)).toBe(true)
  expect(collide(tick, { ...tick, listID: 'other' })).toBe(false)
  expect(collide(tick, { ...tick, account: 'ben' })).toBe(false)
})

test.each([
  [{ name: 'Milk', quantity: '2', unit: 'kg', price: '1.20' }, 'Milk, 2 kg, $ 1.20'],
  [{ name: 'Milk', quantity: '2', unit: '', price: '1,2' }, 'Milk, 2, $ 1.20'],
  [{ name: 'Milk', quantity: 'some', unit: '', price: 'cheap' }, 'Milk, some, cheap'],
])('%o reads: %s', (values, expected) => {
  expect(valuesText(ENGLISH, { ...EMPTY_VALUES, ...values }, DOLLAR)).toBe(expected)
})
