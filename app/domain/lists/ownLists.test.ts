import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { List } from '#app/domain/access/access.ts'
import { restoreList } from '#app/domain/history/trash.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { totalOf } from '#app/domain/items/amounts.ts'
import { deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, itemsOf, setCompleted } from '#app/domain/items/items.ts'
import { MAX_PRICE_CENTS, MAX_QUANTITY_MILLI } from '#app/domain/limitsAndLifetimes.ts'
import { editList } from '#app/domain/lists/editList.ts'
import { setReceipt } from '#app/domain/receipts/receipts.ts'
import { lists } from '#db/schema.ts'
import { photo } from '#tests/support/photos.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { addList, deleteList } from './lists.ts'
import { listsOf, namesOfLists, recentLists } from './ownLists.ts'

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const newList = (name: string) => addList(services, ada, { name })
  const add = (list: List, fields: Record<string, unknown>) =>
    addItem(services, ada, { listId: list.id, ...AddItem.parse({ name: 'Milk', ...fields }) })
  const names = async () => (await listsOf(services, ada)).map(({ name }) => name)
  return { services, ada, newList, add, names }
}

test('lists are ordered by their latest activity, except that deleted ones come back to their place', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { services, ada, newList, add, names } = await setUp()
  const next = () => vi.advanceTimersByTime(1000)
  const a = await newList('A')
  next()
  const b = await newList('B')
  expect(await names()).toEqual(['B', 'A'])
  next()
  const { id } = await add(a, {})
  expect(await names()).toEqual(['A', 'B'])
  next()
  await editList(services, ada, b.id, { name: 'Bee' })
  expect(await names()).toEqual(['Bee', 'A'])
  next()
  await setCompleted(services, ada, { id, completed: true })
  const [first] = await listsOf(services, ada)
  expect(first).toMatchObject({ name: 'A', createdAt: a.createdAt, changedAt: Date.now() })
  next()
  await deleteList(services, ada, b.id)
  expect(await names()).toEqual(['A'])
  next()
  await restoreList(services, ada, b.id)
  expect(await names()).toEqual(['A', 'Bee'])
  expect(await namesOfLists(services, ada)).toEqual([
    { id: a.id, name: 'A', role: 'owner', currency: 'USD' },
    { id: b.id, name: 'Bee', role: 'owner', currency: 'USD' },
  ])
  expect((await recentLists(services, ada, 1)).map(({ name }) => name)).toEqual(['A'])
})

test('a price for all counts once, whatever the quantity', async () => {
  const { services, ada, newList, add } = await setUp()
  const list = await newList('Market')
  await add(list, { quantity: '2.5', price: '3.50', priceFor: 'all', unit: 'kg' })
  await add(list, { quantity: '0.001', price: '1', priceFor: 'all', unit: 'kg' })
  await add(list, { quantity: '2.5', price: '3.50', unit: 'kg' })
  expect(await listsOf(services, ada)).toMatchObject([{ totalCents: 350n + 100n + 875n }])
  expect(totalOf(await itemsOf(services, ada, list.id))).toBe(1325n)
})

test('each list comes with its live items, the ticked ones, its total and its receipt', async () => {
  const { services, ada, newList, add } = await setUp()
  const full = await newList('Full')
  const upload = await photo(60, 80).jpeg().toBuffer()
  const { receipt } = await setReceipt(services, ada, full.id, async () => upload)
  // Rounded each on its own, half up: 3 × 0.005 is 0.03, not 0.02.
  for (const _ of [1, 2, 3]) await add(full, { quantity: '0.5', price: '0.01' })
  const ticked = await add(full, { quantity: '1.5', price: '2.39' })
  const gone = await add(full, { price: '100' })
  await setCompleted(services, ada, { id: ticked.id, completed: true })
  await deleteItem(services, ada, gone.id)
  await newList('Empty')
  const found = await listsOf(services, ada)
  expect(found).toMatchObject([
    { name: 'Empty', items: 0, done: 0, totalCents: 0n, receiptId: null },
    { name: 'Full', items: 4, done: 1, totalCents: 362n, receiptId: receipt.id },
  ])
  expect(totalOf(await itemsOf(services, ada, full.id))).toBe(362n)
  expect(await listsOf(services, await addUser(services, 'Eve'))).toEqual([])
})

test('a total beyond what numbers can hold is exact', async () => {
  const { services, ada, newList, add } = await setUp()
  const list = await newList('Dear')
  const most = { quantity: MAX_QUANTITY_MILLI / 1000, price: MAX_PRICE_CENTS / 100 }
  for (let n = 0; n < 95; n += 1) await add(list, most)
  await add(list, { price: '0.01' })
  const [found] = await listsOf(services, ada)
  expect(found?.totalCents).toBe(9_500_000_000_000_001n)
  expect(found?.totalCents).toBe(totalOf(await itemsOf(services, ada, list.id)))
})

test('the items of many long lists are counted a part at a time, with the same result', async () => {
  const { services, ada, newList, add } = await setUp()
  for (const price of [1, 2, 3]) {
    const list = await newList(`${price} dollars`)
    await add(list, { price })
    // As if it were long.
    await services.write((tx) =>
      tx
        .update(lists)
        .set({ storedBytes: sql`${lists.storedBytes} + 1500000` })
        .where(eq(lists.id, list.id))
        .run(),
    )
  }
  const found = await listsOf(services, ada)
  expect(found.map(({ totalCents }) => totalCents)).toEqual([300n, 200n, 100n])
})
