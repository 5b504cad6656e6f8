import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { itemsOf } from '#app/domain/items/items.ts'
import { MAX_ITEMS_PER_LIST } from '#app/domain/limitsAndLifetimes.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { listsOf } from '#app/domain/lists/ownLists.ts'
import type { ListEvent } from '#app/domain/liveEvents.ts'
import { formOp } from '#app/domain/write.ts'
import { items } from '#db/schema.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { AddShared, addShared } from './shareTarget.ts'

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services, 'Ada')
  const list = await addList(services, ada, { name: 'Market' })
  const events: ListEvent[] = []
  services.events.onEvent((event) => events.push(event))
  const share = (fields: Record<string, unknown>, user = ada) => {
    const input = AddShared.parse({ id: newId(), listID: list.id, ...fields })
    return addShared(services, user, input, formOp(services, user, input.id, 'share', input))
  }
  const names = async (listId = list.id) => (await itemsOf(services, ada, listId)).map(({ name }) => name)
  return { services, ada, list, events, share, names }
}

test('shared lines are added in order with one event, and sending them again changes nothing', async () => {
  const { events, share, names } = await setUp()
  const id = newId()
  const lines = ['2 Milk', 'Bread', 'Bread', 'Apples']
  await Promise.all([share({ id, lines }), share({ id, lines })])
  expect(await names()).toEqual(['Milk', 'Bread', 'Bread', 'Apples'])
  expect(events.map(({ type }) => type)).toEqual(['itemCreated'])
})

test('a list that would exceed its limit gets none of the lines', async () => {
  const { services, list, events, share, names } = await setUp()
  const thing = { listId: list.id, name: 'Thing', quantityMilli: 1000, priceCents: 0 }
  const rows = Array.from({ length: MAX_ITEMS_PER_LIST - 1 }, () => {
    return { ...thing, id: newId(), position: 1, createdAt: 1, updatedAt: 1 }
  })
  await services.write((tx) => tx.insert(items).values(rows).run())
  await expect(share({ lines: ['Milk', 'Bread'] })).rejects.toMatchObject({ status: 409 })
  expect(await names()).toHaveLength(MAX_ITEMS_PER_LIST - 1)
  expect(events).toEqual([])
})

test("lines that don't fit leave no new list behind", async () => {
  const { services, ada, share } = await setUp()
  const lines = Array.from({ length: 200 }, () => 'x'.repeat(200))
  services.config.STORAGE_PER_ACCOUNT = 1_000
  await expect(share({ newList: 'Sunday', lines })).rejects.toMatchObject({ status: 409 })
  expect((await listsOf(services, ada)).map(({ name }) => name)).toEqual(['Market'])
})

test("a stranger's list is not found", async () => {
  const { services, share, names } = await setUp()
  const eve = await addUser(services, 'Eve')
  await expect(share({ lines: ['Milk'] }, eve)).rejects.toMatchObject({ code: 'list-not-found' })
  expect(await names()).toEqual([])
})

test('a named new list is created once and takes precedence over the chosen one', async () => {
  const { services, ada, share, names } = await setUp()
  const id = newId()
  const lines = ['Milk']
  const [made] = await Promise.all([
    share({ id, newList: ' Sunday ', lines }),
    share({ id, newList: ' Sunday ', lines }),
  ])
  expect((await listsOf(services, ada)).map(({ name }) => name)).toEqual(['Sunday', 'Market'])
  expect(await names(made.id)).toEqual(['Milk'])
  expect(await names()).toEqual([])
})

test.each([
  [[], 'lines-required'],
  [Array(201).fill('Milk'), 'too-many-lines'],
])('%#: too few or too many lines are refused', (lines, code) => {
  const parsed = AddShared.safeParse({ id: newId(), lines })
  expect(parsed.error?.issues[0]?.message).toBe(code)
})

test('a line without text is refused', () => {
  expect(AddShared.safeParse({ id: newId(), lines: ['Milk', ' - '] }).success).toBe(false)
})
