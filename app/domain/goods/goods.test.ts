import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { clearDone } from '#app/domain/items/deleteItems.ts'
import { addItem, itemsIn, setCompleted } from '#app/domain/items/items.ts'
import { untickAll } from '#app/domain/items/untickAll.ts'
import { duplicateList } from '#app/domain/lists/duplicateList.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { DAY } from '#app/domain/time.ts'
import { finish } from '#app/domain/trips/finish.ts'
import { outboxOp } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { goods, items } from '#db/schema.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { seedGoods } from './seedGoods.ts'
import { forgetUsual, usualOf } from './usual.ts'

const NOON = Date.UTC(2026, 10, 1, 12)
const day = (n: number) => new Date(NOON + n * DAY).toISOString().slice(0, 10)

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Groceries' })
  /** As a phone ticks it on that day. */
  const tick = async (name: string, on: number, more: object = {}) => {
    const { id } = await addItem(services, ada, {
      ...{ listId: list.id, name, quantity: 1000, price: 0, completed: true },
      ...more,
    })
    await services.write((tx) =>
      tx
        .update(items)
        .set({ completedAt: NOON + on * DAY })
        .where(eq(items.id, id))
        .run(),
    )
  }
  return { services, ada, list, tick }
}

const goodsOf = async ({ db }: Services, listId: string) =>
  (await db.select().from(goods).where(eq(goods.listId, listId)).orderBy(goods.nameKey).all()).map(
    ({ listId: _, nameKey: __, ...good }) => good,
  )

const MILK = { name: 'Milk', unit: '', note: '', quantityMilli: 1000 }

test('what leaves the basket counts once a day, by the time of its tick', async () => {
  const { services, ada, list, tick } = await setUp()
  await tick('Milk', 0)
  await clearDone(services, ada, list.id)
  expect(await goodsOf(services, list.id)).toEqual([{ ...MILK, times: 1, lastOn: day(0), gapDays: null }])
  await tick('milk', 0)
  await clearDone(services, ada, list.id)
  expect(await goodsOf(services, list.id)).toMatchObject([{ name: 'Milk', times: 1 }])
  await tick('milks', 7, { quantity: 2000 })
  await finish(services, ada, list.id, { today: day(30) })
  const week = { name: 'milks', quantityMilli: 2000, times: 2, lastOn: day(7), gapDays: 7 }
  expect(await goodsOf(services, list.id)).toEqual([{ ...MILK, ...week }])
  await tick('Milk', 17)
  await untickAll(services, ada, list.id)
  const [milk] = await goodsOf(services, list.id)
  expect(milk).toMatchObject({ times: 3, lastOn: day(17) })
  expect(milk?.gapDays).toBeCloseTo(8.5)
})

test('an evening in America is not the next day', async () => {
  const { services, ada, list, tick } = await setUp()
  await tick('Milk', 0.49)
  await clearDone(services, ada, list.id, 'America/Los_Angeles')
  expect(await goodsOf(services, list.id)).toMatchObject([{ lastOn: day(0) }])
  await tick('Milk', 0.51)
  await clearDone(services, ada, list.id, 'America/Los_Angeles')
  expect(await goodsOf(services, list.id)).toMatchObject([{ times: 1 }])
})

test('ticks that arrive late count, and say nothing about the time since the last one', async () => {
  const { services, ada, list, tick } = await setUp()
  for (const on of [7, 3]) {
    await tick('Milk', on)
    await clearDone(services, ada, list.id)
  }
  expect(await goodsOf(services, list.id)).toMatchObject([{ times: 2, lastOn: day(7), gapDays: null }])
})

test('undo takes it back, also after it was bought again, and redo counts it again', async () => {
  const { services, ada, list, tick } = await setUp()
  const ways = [
    clearDone,
    untickAll,
    (services: Services, user: User, listId: string) => finish(services, user, listId, { today: day(40) }),
  ]
  for (const [n, leave] of ways.entries()) {
    const before = await goodsOf(services, list.id)
    await tick('Milk', 10 * n)
    await tick('Bread', 10 * n)
    const { change } = await leave(services, ada, list.id)
    const after = await goodsOf(services, list.id)
    expect(after).not.toEqual(before)
    const undone = await undoChange(services, ada, change ?? '')
    expect(await goodsOf(services, list.id)).toEqual(before)
    await undoChange(services, ada, undone.change ?? '')
    expect(await goodsOf(services, list.id)).toEqual(after)
    await untickAll(services, ada, list.id)
  }
  await tick('Tea', 0)
  const { change } = await clearDone(services, ada, list.id)
  await tick('Tea', 5)
  await clearDone(services, ada, list.id)
  await undoChange(services, ada, change ?? '')
  const tea = (await goodsOf(services, list.id)).find(({ name }) => name === 'Tea')
  expect(tea).toMatchObject({ times: 1, lastOn: day(5) })
})

test('the same ticks count the same live and sent a week later, and undone, nothing is left of them', async () => {
  const { services, ada } = await setUp()
  const ways = [
    clearDone,
    (services: Services, user: User, listId: string) => finish(services, user, listId, { today: day(40) }),
    untickAll,
  ]
  const bought = [{ name: 'Milk', quantity: 2000, note: 'the blue one' }, { name: 'Bread' }]
  async function shop(away: number) {
    const list = await addList(services, ada, { name: 'Groceries' })
    const changes: string[] = []
    for (const [n, leave] of [...ways, ...ways].entries()) {
      const at = NOON + 10 * n * DAY
      const op = () => (away > 0 ? outboxOp(newId()) : undefined)
      vi.setSystemTime(at + away)
      const rows = await Promise.all(
        // Unticked, they are still there.
        (n % 3 === 0 && n > 0 ? [] : bought).map((thing) =>
          addItem(services, ada, {
            listId: list.id,
            quantity: 1000,
            price: 0,
            completed: false,
            at,
            ...thing,
          }),
        ),
      )
      const open = rows.length > 0 ? rows : await itemsIn(services, list)
      for (const { id } of open) {
        const { change } = await setCompleted(services, ada, { id, completed: true, at }, op())
        changes.push(change ?? '')
      }
      const { change } = await leave(services, ada, list.id)
      changes.push(change ?? '')
    }
    const counted = await goodsOf(services, list.id)
    for (const change of changes.reverse()) await undoChange(services, ada, change)
    return { counted, undone: await goodsOf(services, list.id) }
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const live = await shop(0)
    expect(live).toMatchObject({ counted: [{ times: 6 }, { times: 6, note: 'the blue one' }], undone: [] })
    expect(await shop(7 * DAY)).toEqual(live)
  } finally {
    vi.useRealTimers()
  }
})

test('something that was taken back can be undone and redone as often as one likes', async () => {
  const { services, ada, list, tick } = await setUp()
  await tick('Milk', 0)
  const counted = [[], [{ name: 'Milk' }]]
  let { change } = await clearDone(services, ada, list.id)
  for (let n = 0; n < 6; n += 1) {
    ;({ change } = await undoChange(services, ada, change ?? ''))
    expect(await goodsOf(services, list.id)).toMatchObject(counted[n % 2] ?? [])
  }
})

test('what is due comes first, then what is bought most often, without what is on the list', async () => {
  const { services, ada, list, tick } = await setUp()
  const buy = async (name: string, ...days: number[]) => {
    for (const on of days) {
      await tick(name, on)
      await clearDone(services, ada, list.id)
    }
  }
  await buy('Rice', 0, 20, 40)
  await buy('Milk', 0, 7, 14)
  await buy('Twice', 0, 3)
  await buy('Eggs', 0, 7, 14, 20, 21)
  const usual = async (on: number) =>
    (await usualOf(services, ada, list.id, day(on))).map(({ name, isDue }) => `${name}${isDue ? '!' : ''}`)
  expect(await usual(25)).toEqual(['Milk!', 'Eggs', 'Rice', 'Twice'])
  expect(await usual(60)).toEqual(['Eggs!', 'Rice!', 'Milk!', 'Twice'])
  await addItem(services, ada, { listId: list.id, name: 'milk', quantity: 1000, price: 0, completed: false })
  const { change } = await forgetUsual(services, ada, list.id, { name: 'egg', unit: '' })
  expect(await usual(60)).toEqual(['Rice!', 'Twice'])
  const { change: undo } = await undoChange(services, ada, change ?? undefined)
  expect(await usual(60)).toEqual(['Eggs!', 'Rice!', 'Twice'])
  await undoChange(services, ada, undo ?? undefined)
  expect(await usual(60)).toEqual(['Rice!', 'Twice'])
  expect(await forgetUsual(services, ada, list.id, { name: 'egg', unit: '' })).toMatchObject({ change: null })
})

test('a copy of a list takes along what it usually has', async () => {
  const { services, ada, list, tick } = await setUp()
  await tick('Milk', 0)
  await clearDone(services, ada, list.id)
  const copy = await duplicateList(services, ada, () => 'Copy', list.id, {})
  expect(await goodsOf(services, copy.id)).toEqual(await goodsOf(services, list.id))
})

test('a list from before knows what its trips and its history have, once', async () => {
  const { services, ada, list, tick } = await setUp()
  await tick('Milk', 0)
  await finish(services, ada, list.id, { today: day(30), boughtOn: day(0) })
  await tick('Milk', 7)
  await clearDone(services, ada, list.id)
  await tick('milk', 14)
  await tick('Bread', 14)
  await untickAll(services, ada, list.id)
  const counted = await goodsOf(services, list.id)
  await services.write((tx) => tx.delete(goods).run())
  await seedGoods(services)
  expect(await goodsOf(services, list.id)).toEqual(counted)
  expect(counted).toMatchObject([
    { name: 'Bread', times: 1 },
    { name: 'milk', times: 3, gapDays: 7 },
  ])
  await services.write((tx) => tx.delete(goods).run())
  await seedGoods(services)
  expect(await goodsOf(services, list.id)).toEqual([])
})
