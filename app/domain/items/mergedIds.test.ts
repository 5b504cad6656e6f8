import { expect, test } from 'vitest'
import type { Actor } from '#app/domain/access/access.ts'
import { purgeItem } from '#app/domain/history/trash.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { idInSeries, newId } from '#app/domain/ids.ts'
import { AddItem, EditItem } from '#app/domain/inputs.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { QuickAdd, quickAdd } from '#app/domain/quickAdd/quickAdd.ts'
import { addMember } from '#app/domain/sharing/people.ts'
import { outboxOp } from '#app/domain/write.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { deleteItem } from './deleteItems.ts'
import { addItem, editItem, itemsOf, setCompleted } from './items.ts'

/** Ben has added milk without a connection, while Ada has added some, too. */
async function setUp(lines = 'bread, 2 milk', theirs: object = {}) {
  const services = await testServices()
  const ada = await addUser(services)
  const ben = await addUser(services, 'Ben')
  const list = await addList(services, ada, { name: 'Market' })
  await services.write((tx) => addMember(tx, list.id, { userId: ben.id, role: 'editor', addedBy: ada.id }))
  const input = AddItem.parse({ name: 'Milk', ...theirs })
  const milk = await addItem(services, ada, { listId: list.id, ...input })
  const id = newId()
  const add = (lines: string, id = newId()) =>
    quickAdd(services, ben, { listId: list.id, ...QuickAdd.parse({ id, lines }) }, outboxOp(newId()))
  const added = await add(lines, id)
  const shown = async () =>
    (await itemsOf(services, ada, list.id))
      .filter(({ id }) => id === milk.id)
      .map(({ name, quantityMilli, completed }) => ({ name, quantity: quantityMilli / 1000, completed }))
  const remove = (itemId: string, actor: Actor = ben) =>
    deleteItem(services, actor, itemId, outboxOp(newId()))
  return { services, ada, ben, list, milk, added, add, remove, shown, rowId: idInSeries(id, 1) }
}

test('a tick of a row that joined another ticks that', async () => {
  const { services, ben, rowId, shown, milk } = await setUp()
  const ticked = await setCompleted(services, ben, { id: rowId, completed: true }, outboxOp(newId()))
  expect(ticked).toMatchObject({ id: milk.id, name: 'Milk' })
  expect(await shown()).toEqual([{ name: 'Milk', quantity: 3, completed: true }])
})

test('an edit of a row that joined another edits that: more of the row is more of both', async () => {
  const { services, ben, rowId, shown } = await setUp()
  const seen = { seenName: 'milk', seenQuantity: '2', seenPrice: '0' }
  const edit = (values: object) =>
    editItem(services, ben, rowId, EditItem.parse({ ...seen, name: 'milk', ...values }), outboxOp(newId()))
  expect(await edit({ quantity: '4', price: '1.29' })).toMatchObject({ priceCents: 129 })
  expect(await shown()).toEqual([{ name: 'Milk', quantity: 5, completed: false }])
  expect(await edit({ name: 'Oat milk', quantity: '2' })).toMatchObject({ priceCents: 129 })
  expect(await shown()).toEqual([{ name: 'Oat milk', quantity: 5, completed: false }])
})

test('deleting a row that joined another takes away what it added, once, and Undo adds it again', async () => {
  const { services, ben, rowId, add, remove, shown } = await setUp()
  await add('4 milk')
  const { change } = await remove(rowId)
  expect(await shown()).toEqual([{ name: 'Milk', quantity: 5, completed: false }])
  expect(await remove(rowId)).toMatchObject({ change: null })
  expect(await shown()).toEqual([{ name: 'Milk', quantity: 5, completed: false }])
  await undoChange(services, ben, change ?? '')
  expect(await shown()).toEqual([{ name: 'Milk', quantity: 7, completed: false }])
})

test('deleting a row that added nothing leaves the other as it is', async () => {
  const { rowId, remove, shown, added } = await setUp('bread, milk')
  expect(added).toMatchObject({ already: [{ name: 'Milk' }] })
  expect(await remove(rowId)).toMatchObject({ change: null })
  expect(await shown()).toEqual([{ name: 'Milk', quantity: 1, completed: false }])
})

test('deleting a row that took another out of the basket puts that back', async () => {
  const { rowId, remove, shown } = await setUp('bread, 2 milk', { quantity: '5', completed: 'on' })
  expect(await shown()).toEqual([{ name: 'Milk', quantity: 2, completed: false }])
  await remove(rowId)
  expect(await shown()).toEqual([{ name: 'Milk', quantity: 5, completed: true }])
})

test('deleting a row whose addition was undone takes nothing away', async () => {
  const { services, ben, added, rowId, remove, shown } = await setUp()
  await undoChange(services, ben, added.change ?? '')
  await remove(rowId)
  expect(await shown()).toEqual([{ name: 'Milk', quantity: 1, completed: false }])
})

test('once the other is deleted, acts on a row that joined it say so, and once it is gone, find nothing', async () => {
  const { services, ada, ben, milk, rowId, remove } = await setUp()
  const tick = () => setCompleted(services, ben, { id: rowId, completed: true }, outboxOp(newId()))
  await remove(milk.id, ada)
  await expect(tick()).rejects.toMatchObject({ code: 'item-deleted', params: { itemID: milk.id } })
  expect(await remove(rowId)).toMatchObject({ change: null })
  await purgeItem(services, ada, milk.id)
  await expect(tick()).rejects.toMatchObject({ code: 'item-not-found' })
})

test('who may not change the list finds no row that joined one of it', async () => {
  const { services, rowId, remove } = await setUp()
  const eve = await addUser(services, 'Eve')
  await expect(setCompleted(services, eve, { id: rowId, completed: true })).rejects.toMatchObject({
    code: 'item-not-found',
  })
  expect(await remove(rowId, eve)).toMatchObject({ change: null, isRepeated: true })
})
