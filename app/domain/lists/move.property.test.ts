import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deletedItemsOf } from '#app/domain/history/trash.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, setCompleted } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { acceptInvite, createInvite } from '#app/domain/sharing/invites.ts'
import type { Services } from '#app/services.ts'
import { items } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { size } from '#tests/support/size.ts'
import { moveItem } from './move.ts'

const RUNS = size('MOVE_RUNS', { short: 25, full: 400 })

const row = fc.record({
  name: fc.constantFrom('Milk', 'milk', 'Bread', 'Eggs'),
  note: fc.constantFrom('', '', 'blue', 'on sale'),
  unit: fc.constantFrom('' as const, 'kg' as const),
  quantity: fc.constantFrom(1000, 2500),
  price: fc.constantFrom('0', '2'),
  priceFor: fc.constantFrom('one' as const, 'all' as const),
  completed: fc.boolean(),
})

/** All but what every change counts up. */
const rowsOf = async ({ db }: Services) => {
  const rows = await db.select().from(items).all()
  return rows
    .filter(({ deletedAt }) => deletedAt === null)
    .map(({ updatedAt: _, completedAt: __, completedBy: ___, ...item }) => item)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

test('undoing a move from either side, by either person, leaves both lists as they were', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 5 }),
      fc.array(row, { maxLength: 5 }),
      fc.nat(),
      fc.constantFrom('USD', 'JPY'),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
      async (here, there, which, currency, sides) => {
        const services = await testServices()
        const ada = await addUser(services)
        const ben = await addUser(services, 'Ben')
        const from = await addList(services, ada, { name: 'Groceries' })
        const to = await addList(services, ben, { name: 'Market', currency })
        for (const [list, owner, other] of [
          [from, ada, ben],
          [to, ben, ada],
        ] as const) {
          const { token } = await createInvite(
            services,
            owner,
            list.id,
            { role: 'editor' },
            { caller: CALLER },
          )
          await acceptInvite(services, other, token, CALLER)
        }
        for (const item of here) await addItem(services, ada, { ...item, listId: from.id })
        for (const item of there) await addItem(services, ben, { ...item, listId: to.id })
        const before = await rowsOf(services)
        const moving = before.filter(({ listId }) => listId === from.id)
        const itemId = moving[which % moving.length]?.id
        const moved = await moveItem(services, ada, { itemId, listId: to.id })
        const after = await rowsOf(services)
        expect(after.find(({ id }) => id === itemId)).toBeUndefined()
        expect(after.length).toBeLessThanOrEqual(before.length)
        let [own, pair] = await pairOf(services, moved.change)
        for (const isOwn of sides) {
          const undone = await undoChange(services, isOwn ? ada : ben, isOwn ? own : pair)
          expect(undone.restored).toBe(undone.of)
          expect(await rowsOf(services)).toEqual(before)
          const again = await undoChange(services, ada, undone.change ?? '')
          expect(again.restored).toBe(again.of)
          expect(await rowsOf(services)).toEqual(after)
          ;[own, pair] = await pairOf(services, again.change)
        }
      },
    ),
    { numRuns: RUNS },
  )
}, 300_000)

async function pairOf({ db }: Services, change: string | null) {
  const found = await db.query.changes.findFirst({ where: (table, { eq }) => eq(table.id, change ?? '') })
  return [change ?? '', found?.pairId ?? ''] as const
}

test('if the other side has changed since, nothing is undone, and the error says where', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const from = await addList(services, ada, { name: 'Groceries' })
  const to = await addList(services, ada, { name: 'Market' })
  const milk = { listId: from.id, name: 'Milk', quantity: 1000, price: 0, completed: false }
  const { id: itemId } = await addItem(services, ada, milk)
  const { change, items: moved } = await moveItem(services, ada, { itemId, listId: to.id })
  await setCompleted(services, ada, { id: moved[0]?.id ?? '', completed: true })
  const before = await rowsOf(services)
  const refused = { code: 'move-changed', params: { name: 'Market' } }
  await expect(undoChange(services, ada, change ?? '')).rejects.toMatchObject(refused)
  expect(await rowsOf(services)).toEqual(before)
})

test('what moved away is not among deleted items, only what was deleted', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const from = await addList(services, ada, { name: 'Groceries' })
  const to = await addList(services, ada, { name: 'Market' })
  const add = (name: string) =>
    addItem(services, ada, { listId: from.id, name, quantity: 1000, price: 0, completed: false })
  const deletedIn = async (listId: string) =>
    (await deletedItemsOf(services, ada, listId)).map(({ name }) => name)
  const { id: milk } = await add('Milk "deletedAt":null')
  const { id: bread } = await add('Bread')
  await deleteItem(services, ada, bread)
  const { change } = await moveItem(services, ada, { itemId: milk, listId: to.id })
  expect(await deletedIn(from.id)).toEqual(['Bread'])
  const undone = await undoChange(services, ada, change ?? '')
  expect([...(await deletedIn(from.id)), ...(await deletedIn(to.id))]).toEqual(['Bread'])
  const again = await undoChange(services, ada, undone.change ?? '')
  expect(await deletedIn(from.id)).toEqual(['Bread'])
  await undoChange(services, ada, again.change ?? '')
  await deleteItem(services, ada, milk)
  expect(await deletedIn(from.id)).toEqual(['Milk "deletedAt":null', 'Bread'])
})
