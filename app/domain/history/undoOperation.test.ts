import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, itemsOf, setCompleted } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { QuickAdd, quickAdd } from '#app/domain/quickAdd/quickAdd.ts'
import { outboxOp } from '#app/domain/write.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { undoOperation } from './undo.ts'

// A change that a browser takes back may have reached the server or not.

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const ben = await addUser(services, 'Ben')
  const { id: listId } = await addList(services, ada, { name: 'Market' })
  const milk = await addItem(services, ada, {
    listId,
    name: 'Milk',
    quantity: 1000,
    price: '0',
    completed: false,
  })
  const op = newId()
  const tick = () => setCompleted(services, ada, { id: milk.id, completed: true }, outboxOp(op))
  const undo = (actor = ada, list = listId) => undoOperation(services, actor, { op, listId: list })
  const rows = async () =>
    (await itemsOf(services, ada, listId)).map(({ name, quantityMilli, completed }) => ({
      name,
      quantityMilli,
      completed,
    }))
  return { services, ada, ben, listId, milk, op, tick, undo, rows }
}

const MILK = { name: 'Milk', quantityMilli: 1000, completed: false }

test('an operation that has arrived is undone', async () => {
  const { tick, undo, rows } = await setUp()
  await tick()
  expect(await undo()).toMatchObject({ of: 1, restored: 1 })
  expect(await rows()).toEqual([MILK])
})

test('an operation that arrives after it was taken back does nothing', async () => {
  const { tick, undo, rows } = await setUp()
  expect(await undo()).toBeUndefined()
  await tick()
  expect(await rows()).toEqual([MILK])
})

test('sent twice, it is undone once', async () => {
  const { tick, undo, rows, services, ada, milk } = await setUp()
  await tick()
  await undo()
  await setCompleted(services, ada, { id: milk.id, completed: true }, outboxOp(newId()))
  await undo()
  await tick()
  expect(await rows()).toEqual([{ ...MILK, completed: true }])
})

test('of a line that raised an amount, exactly that is taken back', async () => {
  const { services, ada, listId, op, undo, rows } = await setUp()
  const add = (lines: string, operation = newId()) =>
    quickAdd(services, ada, { listId, ...QuickAdd.parse({ lines }) }, outboxOp(operation))
  await add('2 milk', op)
  await add('3 milk')
  await undo()
  expect(await rows()).toEqual([{ ...MILK, quantityMilli: 4000 }])
})

test('a deleted item comes back', async () => {
  const { services, ada, milk, op, undo, rows } = await setUp()
  await deleteItem(services, ada, milk.id, outboxOp(op))
  expect(await rows()).toEqual([])
  await undo()
  expect(await rows()).toEqual([MILK])
})

test("nobody takes back somebody else's operation", async () => {
  const { tick, undo, rows, ben } = await setUp()
  await tick()
  await expect(undo(ben)).rejects.toMatchObject({ code: 'list-not-found' })
  expect(await rows()).toEqual([{ ...MILK, completed: true }])
})

test('an operation needs an id', async () => {
  const { services, ada, listId } = await setUp()
  await expect(undoOperation(services, ada, { op: 'x', listId })).rejects.toMatchObject({
    code: 'id-invalid',
  })
})
