import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { clearDone } from '#app/domain/items/deleteItems.ts'
import { addItem, editItem, setCompleted } from '#app/domain/items/items.ts'
import { untickAll } from '#app/domain/items/untickAll.ts'
import { duplicateList } from '#app/domain/lists/duplicateList.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import { MINUTE } from '#app/domain/time.ts'
import { finish } from '#app/domain/trips/finish.ts'
import { outboxOp } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { aisles, categories, items } from '#db/schema.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { aislesOf, moveAisle, resetAisles } from './aisles.ts'
import { CATEGORIES, type Category } from './categories.ts'
import { sortingOf } from './sorting.ts'

const START = Date.UTC(2026, 10, 1, 12)

// Set by hand, so that no vocabulary matters.
const THINGS: [string, Category][] = [
  ['Figs', 'produce'],
  ['Peas', 'frozen'],
  ['Soap', 'household'],
  ['Cola', 'drinks'],
  ['Rolls', 'bread'],
]

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Groceries' })
  await services.write((tx) =>
    tx
      .insert(categories)
      .values(THINGS.map(([name, category]) => ({ listId: list.id, nameKey: thingKey(name), category })))
      .run(),
  )
  return { services, ada, list }
}

const add = (services: Services, user: User, listId: string, name: string) =>
  addItem(services, user, { listId, name, quantity: 1000, price: 0, completed: false })

/** Added in one order, ticked in another. */
async function shop(services: Services, user: User, listId: string, from = START) {
  for (const [name] of THINGS) {
    const { id } = await add(services, user, listId, name)
    await setCompleted(services, user, { id, completed: true })
  }
  await tickAt(services, listId, (n) => from + (THINGS.length - n) * MINUTE)
}

/** As if phones had ticked them then. */
async function tickAt(services: Services, listId: string, at: (n: number) => number) {
  const rows = await services.db
    .select({ id: items.id })
    .from(items)
    .where(eq(items.completed, true))
    .orderBy(asc(items.position), asc(items.id))
    .all()
  await services.write(async (tx) => {
    for (const [n, { id }] of rows.entries())
      await tx
        .update(items)
        .set({ completedAt: at(n) })
        .where(eq(items.id, id))
        .run()
  })
  expect(listId).toBeDefined()
}

const rowsOf = ({ db }: Services, listId: string) =>
  db.select().from(aisles).where(eq(aisles.listId, listId)).orderBy(asc(aisles.category)).all()

const orderIn = async (services: Services, user: User, listId: string) =>
  (await aislesOf(services, user, listId)).aisles.map(({ category }) => category)

const WAYS = {
  finish: (services: Services, user: User, listId: string) =>
    finish(services, user, listId, { today: '2026-11-30' }),
  clearDone,
  untickAll,
}

test.each(Object.entries(WAYS))(
  'a trip that ends with %s teaches the order, and its undo and redo take that back and again',
  async (_, leave) => {
    const { services, ada, list } = await setUp()
    await shop(services, ada, list.id)
    const { change } = await leave(services, ada, list.id)
    const after = await rowsOf(services, list.id)
    expect([...after].sort((a, b) => a.position - b.position).map(({ category }) => category)).toEqual(
      THINGS.map(([, category]) => category).reverse(),
    )
    const undone = await undoChange(services, ada, change ?? '')
    expect(await rowsOf(services, list.id)).toEqual([])
    await undoChange(services, ada, undone.change ?? '')
    expect(await rowsOf(services, list.id)).toEqual(after)
  },
)

test('after two trips, the list has the order of the shop', async () => {
  const { services, ada, list } = await setUp()
  await shop(services, ada, list.id)
  await clearDone(services, ada, list.id)
  expect(await orderIn(services, ada, list.id)).toEqual(CATEGORIES)
  await shop(services, ada, list.id)
  await clearDone(services, ada, list.id)
  const order = await orderIn(services, ada, list.id)
  const learned = THINGS.map(([, category]) => category).reverse()
  expect(order.filter((category) => learned.includes(category))).toEqual(learned)
})

test('ticks teach the same live and through the outbox a week later, in whichever order they arrive', async () => {
  const { services, ada, list } = await setUp()
  const orders: unknown[] = []
  for (const late of [false, true]) {
    const ids: string[] = []
    for (const [name] of THINGS) ids.push((await add(services, ada, list.id, name)).id)
    const since = Date.now() - 7 * 24 * 60 * MINUTE
    await services.write((tx) =>
      tx.update(items).set({ completedAt: 0 }).where(eq(items.listId, list.id)).run(),
    )
    const ticks = ids.map((id, n) => ({ id, completed: true, at: since + (ids.length - n) * MINUTE }))
    for (const tick of late ? ticks.toReversed() : ticks)
      await setCompleted(services, ada, tick, outboxOp(newId()))
    await clearDone(services, ada, list.id)
    orders.push(await rowsOf(services, list.id))
    await services.write((tx) => tx.delete(aisles).run())
  }
  expect(orders[0]).toHaveLength(THINGS.length)
  expect(orders[1]).toEqual(orders[0])
})

test('undoing an older trip leaves what the later one has taught', async () => {
  const { services, ada, list } = await setUp()
  await shop(services, ada, list.id)
  await clearDone(services, ada, list.id)
  await shop(services, ada, list.id)
  await tickAt(services, list.id, (n) => START + n * MINUTE)
  const { change } = await clearDone(services, ada, list.id)
  const two = await rowsOf(services, list.id)
  await shop(services, ada, list.id)
  await clearDone(services, ada, list.id)
  await undoChange(services, ada, change ?? '')
  const now = await rowsOf(services, list.id)
  expect(now.map(({ trips }) => trips)).toEqual(two.map(({ trips }) => trips))
  // Both others had the same order.
  const first = now.toSorted((a, b) => a.position - b.position).map(({ category }) => category)
  expect(first).toEqual(THINGS.map(([, category]) => category).reverse())
})

test('a move puts an aisle before its neighbor, keeps others that were moved, and can be undone', async () => {
  const { services, ada, list } = await setUp()
  const move = (category: Category, before: Category | null) =>
    moveAisle(services, ada, list.id, { category, before })
  await move('frozen', 'produce')
  await move('drinks', 'frozen')
  expect((await orderIn(services, ada, list.id)).slice(0, 3)).toEqual(['drinks', 'frozen', 'produce'])
  const { change, aisles } = await move('produce', null)
  expect(aisles.at(-1)).toEqual({ category: 'produce', trips: 0, pinned: true })
  expect((await move('produce', null)).change).toBeNull()
  const undone = await undoChange(services, ada, change ?? '')
  expect(undone).toMatchObject({ kind: 'order', of: 1, restored: 1 })
  expect((await orderIn(services, ada, list.id)).slice(0, 3)).toEqual(['drinks', 'frozen', 'produce'])
  await undoChange(services, ada, undone.change ?? '')
  expect((await orderIn(services, ada, list.id)).at(-1)).toBe('produce')
})

test('what was moved again since stays, and the undo says so', async () => {
  const { services, ada, list } = await setUp()
  const { change } = await moveAisle(services, ada, list.id, { category: 'frozen', before: 'produce' })
  await moveAisle(services, ada, list.id, { category: 'frozen', before: null })
  expect(await undoChange(services, ada, change ?? '')).toMatchObject({ of: 1, restored: 0, change: null })
  expect((await orderIn(services, ada, list.id)).at(-1)).toBe('frozen')
})

test('a reset forgets what was moved and learned, and can be undone', async () => {
  const { services, ada, list } = await setUp()
  await shop(services, ada, list.id)
  await clearDone(services, ada, list.id)
  await moveAisle(services, ada, list.id, { category: 'household', before: 'produce' })
  const before = await rowsOf(services, list.id)
  const { change } = await resetAisles(services, ada, list.id)
  expect(await rowsOf(services, list.id)).toEqual([])
  await undoChange(services, ada, change ?? '')
  expect(await rowsOf(services, list.id)).toEqual(before)
})

test('a category that somebody chooses holds for the name on this list, and can be undone', async () => {
  const { services, ada, list } = await setUp()
  const other = await addList(services, ada, { name: 'Other' })
  const { id, name } = await add(services, ada, list.id, 'Milk')
  const categoryOn = async (listId: string, name: string) =>
    (await sortingOf(services.db, listId)).categoryOf(name)
  const before = await categoryOn(list.id, 'Milk')
  const { change, updatedAt } = await editItem(services, ada, id, { name, category: 'drinks' })
  expect(await categoryOn(list.id, 'milks')).toBe('drinks')
  expect(await categoryOn(other.id, 'Milk')).toBe(before)
  expect(updatedAt).toBe((await editItem(services, ada, id, { name, category: 'drinks' })).updatedAt)
  const undone = await undoChange(services, ada, change ?? '')
  expect(undone).toMatchObject({ of: 1, restored: 1, kept: [] })
  expect(await categoryOn(list.id, 'Milk')).toBe(before)
  await undoChange(services, ada, undone.change ?? '')
  expect(await categoryOn(list.id, 'Milk')).toBe('drinks')
})

test('left as the form showed it, a category is not chosen for a new name', async () => {
  const { services, ada, list } = await setUp()
  const { id } = await add(services, ada, list.id, 'Figs')
  await editItem(services, ada, id, { name: 'Thing', category: 'produce', seenCategory: 'produce' })
  expect((await sortingOf(services.db, list.id)).categoryOf('Thing')).toBe('other')
  await editItem(services, ada, id, { name: 'Thing', category: 'fish', seenCategory: 'other' })
  expect((await sortingOf(services.db, list.id)).categoryOf('thing')).toBe('fish')
})

test('a copy of a list takes along the order and the categories', async () => {
  const { services, ada, list } = await setUp()
  await shop(services, ada, list.id)
  await clearDone(services, ada, list.id)
  const copy = await duplicateList(services, ada, () => 'Copy', list.id, {})
  const [own, copied] = [await sortingOf(services.db, list.id), await sortingOf(services.db, copy.id)]
  expect(copied.aisles).toEqual(own.aisles)
  expect(copied.byHand).toEqual(own.byHand)
})
