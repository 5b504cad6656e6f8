import { expect, test } from 'vitest'
import { purgeList } from '#app/domain/history/purge.ts'
import { addItem } from '#app/domain/items/items.ts'
import { editList } from '#app/domain/lists/editList.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { finish } from './finish.ts'
import { spentIn } from './spent.ts'
import { addPurchase, tripsOf } from './trips.ts'

const TODAY = '2026-11-29'

type Shown = Parameters<typeof spentIn>[2]

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Groceries' })
  const shop = async (boughtOn: string, store: string, paid?: number) => {
    await addItem(services, ada, {
      name: 'Milk',
      quantity: 1000,
      price: 300,
      completed: true,
      listId: list.id,
    })
    await finish(services, ada, list.id, { boughtOn, store, paid, today: TODAY })
  }
  await shop('2026-11-25', 'Lidl', 2680)
  await shop('2026-03-31', 'Aldi')
  await shop('2026-03-01', 'Lidl', 1000)
  await shop('2025-12-31', 'Lidl', 9900)
  await addPurchase(services, ada, { paid: 450, store: 'Bakery', boughtOn: '2026-03-15', today: TODAY })
  const shown: Shown = {
    year: undefined,
    month: undefined,
    store: undefined,
    listID: undefined,
    today: TODAY,
  }
  const spent = (asked: Partial<Shown> = {}) => spentIn(services, ada, { ...shown, ...asked })
  return { services, ada, list, spent }
}

const paidBy = (sums: { of: string; paid: bigint; unknown: number }[]) =>
  Object.fromEntries(sums.map(({ of, paid, unknown }) => [of, [Number(paid), unknown]]))

test('the latest year is shown, by months, stores and lists', async () => {
  const { list, spent } = await setUp()
  const { year, years, months, stores, lists, totals } = await spent()
  expect([year, years]).toEqual(['2026', ['2026', '2025']])
  expect(paidBy(months)).toEqual({ '2026-11': [2680, 0], '2026-03': [1450, 1] })
  expect(paidBy(stores)).toEqual({ Lidl: [3680, 0], Aldi: [0, 1], Bakery: [450, 0] })
  expect(paidBy(lists)).toEqual({ [list.id]: [3680, 1], 'gone ': [450, 0] })
  expect(totals).toMatchObject([{ currency: 'USD', trips: 4, paid: 4130n, unknown: 1, estimate: 300n }])
})

test('a month narrows all but the months, a store all but the stores', async () => {
  const { services, ada, spent } = await setUp()
  const march = await spent({ month: '2026-03' })
  expect(paidBy(march.months)).toEqual({ '2026-11': [2680, 0], '2026-03': [1450, 1] })
  expect(paidBy(march.totals)).toEqual({ '': [1450, 1] })
  const lidl = await spent({ month: '2026-03', store: 'Lidl' })
  expect(paidBy(lidl.months)).toEqual({ '2026-11': [2680, 0], '2026-03': [1000, 0] })
  expect(await tripsOf(services, ada, lidl.period)).toMatchObject([{ boughtOn: '2026-03-01', store: 'Lidl' }])
  const before = await spent({ year: '2025' })
  expect(paidBy(before.months)).toEqual({ '2025-12': [9900, 0] })
})

test('a list is named as it is called now, and keeps its name when it is gone', async () => {
  const { services, ada, list, spent } = await setUp()
  await editList(services, ada, list.id, { name: 'Weekly shop' })
  expect((await spent({ listID: list.id })).list).toEqual({ id: list.id, name: 'Weekly shop' })
  expect((await spent()).listOf.get(list.id)).toEqual({ id: list.id, name: 'Weekly shop' })
  await deleteList(services, ada, list.id)
  expect((await spent()).listOf.get(list.id)).toEqual({ id: undefined, name: 'Groceries' })
  await expect(spent({ listID: list.id })).rejects.toThrow('list-not-found')
  await services.write((tx) => purgeList(tx, list.id))
  const { listOf, lists } = await spent()
  expect(listOf.get('gone Groceries')).toEqual({ id: undefined, name: 'Groceries' })
  expect(paidBy(lists)['gone Groceries']).toEqual([3680, 1])
})
