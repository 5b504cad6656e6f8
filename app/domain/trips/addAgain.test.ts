import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { addItem, itemsOf } from '#app/domain/items/items.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import { formOp } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { addAgain } from './addAgain.ts'
import { finish } from './finish.ts'
import { deleteTrip } from './trips.ts'

interface Bought {
  name: string
  quantity?: number
  unit?: '' | 'kg'
  price?: number
  priceFor?: 'one' | 'all'
}

/** A finished trip, and nothing on its list. */
async function bought(things: Bought[]) {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Groceries' })
  for (const { quantity = 1000, price = 0, ...thing } of things) {
    const item = { ...thing, quantity, price, completed: true, listId: list.id }
    await addItem(services, ada, item)
  }
  const { trip } = await finish(services, ada, list.id, { today: '2026-11-29' })
  return { services, ada, list, trip }
}

const rowsOf = async (services: Services, user: User, listId: string) =>
  (await itemsOf(services, user, listId)).map(({ name, quantityMilli, unit, completed }) => ({
    name,
    quantityMilli,
    unit,
    completed,
  }))

test('what was bought is on the list again as it was bought, at the last prices, and goes with one undo', async () => {
  const { services, ada, list, trip } = await bought([
    { name: 'Milk', quantity: 2000, price: 120 },
    { name: 'Potatoes', quantity: 1500, unit: 'kg', price: 300, priceFor: 'all' },
    { name: 'Bread' },
  ])
  const { count, change } = await addAgain(services, ada, trip.id, {})
  expect(count).toBe(3)
  expect(await rowsOf(services, ada, list.id)).toEqual([
    { name: 'Milk', quantityMilli: 2000, unit: '', completed: false },
    { name: 'Potatoes', quantityMilli: 1500, unit: 'kg', completed: false },
    { name: 'Bread', quantityMilli: 1000, unit: '', completed: false },
  ])
  const rows = await itemsOf(services, ada, list.id)
  expect(rows.map(({ priceCents, priceRemembered }) => [priceCents, priceRemembered])).toEqual([
    [120, true],
    [300, true],
    [0, false],
  ])
  await undoChange(services, ada, change ?? '')
  expect(await rowsOf(services, ada, list.id)).toEqual([])
})

test('what is on the list already grows, and the same things are one', async () => {
  const { services, ada, list, trip } = await bought([
    { name: 'Milk' },
    { name: 'Milk' },
    { name: 'Egg', quantity: 6000 },
  ])
  await addItem(services, ada, { name: 'Eggs', quantity: 4000, price: 0, completed: false, listId: list.id })
  expect((await addAgain(services, ada, trip.id, {})).count).toBe(2)
  expect(await rowsOf(services, ada, list.id)).toEqual([
    { name: 'Eggs', quantityMilli: 10_000, unit: '', completed: false },
    { name: 'Milk', quantityMilli: 2000, unit: '', completed: false },
  ])
})

test('a form that is sent twice adds once', async () => {
  const { services, ada, list, trip } = await bought([{ name: 'Milk' }])
  const id = newId()
  const send = () => addAgain(services, ada, trip.id, { id }, formOp(services, ada, id, 'add-again', trip.id))
  const { change } = await send()
  expect(await send()).toEqual({ list: { id: list.id, name: 'Groceries' }, count: 1, change })
  expect(await rowsOf(services, ada, list.id)).toHaveLength(1)
})

test('a trip that is deleted, or whose list is, adds nothing', async () => {
  const { services, ada, list, trip } = await bought([{ name: 'Milk' }])
  await deleteTrip(services, ada, trip.id)
  await expect(addAgain(services, ada, trip.id, {})).rejects.toThrow('trip-not-found')
  const other = await bought([{ name: 'Milk' }])
  await deleteList(other.services, other.ada, other.list.id)
  await expect(addAgain(other.services, other.ada, other.trip.id, {})).rejects.toThrow('trip-not-found')
  expect(await rowsOf(services, ada, list.id)).toEqual([])
})
