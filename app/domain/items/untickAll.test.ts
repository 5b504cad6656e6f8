import { expect, test } from 'vitest'
import { restoreItem } from '#app/domain/history/trash.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { addList } from '#app/domain/lists/lists.ts'
import type { ListEvent } from '#app/domain/liveEvents.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { deleteItem } from './deleteItems.ts'
import { addItem, itemsOf, setCompleted } from './items.ts'
import { untickAll } from './untickAll.ts'

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  const names = ['Milk', 'Bread', 'Eggs']
  const added = []
  for (const name of names)
    added.push(await addItem(services, ada, { listId: list.id, ...AddItem.parse({ name }) }))
  const [milk, bread, eggs] = added.map(({ id }) => id)
  const tick = (id = '', at?: number) => setCompleted(services, ada, { id, completed: true, at })
  const ticked = async () =>
    (await itemsOf(services, ada, list.id)).filter(({ completed }) => completed).map(({ name }) => name)
  const events: ListEvent[] = []
  services.events.onEvent((event) => events.push(event))
  return { services, ada, list, milk, bread, eggs, tick, ticked, events }
}

test('all ticked items are unticked as one change; deleted ones stay as they are', async () => {
  const { services, ada, list, milk, bread, eggs, tick, ticked, events } = await setUp()
  for (const id of [milk, bread, eggs]) await tick(id)
  await deleteItem(services, ada, eggs)
  events.length = 0
  expect(await untickAll(services, ada, list.id)).toMatchObject({ count: 2, change: expect.any(String) })
  expect(await ticked()).toEqual([])
  expect(events).toEqual([{ type: 'itemEdited', listID: list.id, revision: 8 }])
  await restoreItem(services, ada, eggs)
  expect(await ticked()).toEqual(['Eggs'])
})

test('ticks made before it that arrive late change nothing', async () => {
  const { services, ada, list, milk, tick, ticked } = await setUp()
  await tick(milk)
  const before = Date.now() - 1000
  await untickAll(services, ada, list.id)
  expect((await tick(milk, before)).change).toBeNull()
  expect(await ticked()).toEqual([])
  await tick(milk)
  expect(await ticked()).toEqual(['Milk'])
})

test('a list without ticked items stays unchanged', async () => {
  const { services, ada, list, events } = await setUp()
  expect(await untickAll(services, ada, list.id)).toEqual({ count: 0, change: null })
  expect(events).toEqual([])
})

test("another user's items stay ticked", async () => {
  const { services, list, milk, tick, ticked } = await setUp()
  const eve = await addUser(services, 'Eve')
  await tick(milk)
  await expect(untickAll(services, eve, list.id)).rejects.toMatchObject({ code: 'list-not-found' })
  expect(await ticked()).toEqual(['Milk'])
})
