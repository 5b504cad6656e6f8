import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { addItem } from '#app/domain/items/items.ts'
import { LAST_PRICES_OF } from '#app/domain/limitsAndLifetimes.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import { acceptInvite, createInvite } from '#app/domain/sharing/invites.ts'
import { DAY } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import { live } from '#db/database.ts'
import { items } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { finish } from './finish.ts'
import { lastPricesOf } from './lastPrices.ts'
import { deleteTrip } from './trips.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10)
const MILK = { name: 'Milk', unit: '', currency: 'USD' } as const

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Groceries' })
  return { services, ada, list }
}

interface Bought {
  name?: string
  unit?: '' | 'kg'
  quantity?: number
  price: number
  priceFor?: 'one' | 'all'
  store: string
  ago: number
}

async function buy(services: Services, user: User, listId: string, { store, ago, ...bought }: Bought) {
  const item = { name: 'Milk', quantity: 1000, ...bought, completed: true, listId }
  await addItem(services, user, item)
  return (await finish(services, user, listId, { store, boughtOn: daysAgo(ago), today: daysAgo(0) })).trip
}

test('the last prices are those of each store, the latest first, of the same name and unit', async () => {
  const { services, ada, list } = await setUp()
  const bought: Bought[] = [
    { price: 99, store: 'Lidl', ago: 40 },
    { price: 129, store: 'Aldi', ago: 30 },
    { name: 'milk', price: 109, store: 'Lidl', ago: 20 },
    { price: 59, unit: 'kg', store: 'Spar', ago: 10 },
    { name: 'Oat milk', price: 199, store: 'Rewe', ago: 5 },
    { price: 0, store: 'Penny', ago: 4 },
  ]
  for (const one of bought) await buy(services, ada, list.id, one)
  expect(await lastPricesOf(services.db, ada, MILK)).toEqual([
    { store: 'Lidl', boughtOn: daysAgo(20), priceMinor: 109, priceFor: 'one', quantityMilli: 1000 },
    { store: 'Aldi', boughtOn: daysAgo(30), priceMinor: 129, priceFor: 'one', quantityMilli: 1000 },
  ])
  const ofKilo = await lastPricesOf(services.db, ada, { ...MILK, unit: 'kg' })
  expect(ofKilo.map(({ store }) => store)).toEqual(['Spar'])
})

test('a price for all of it says for how many', async () => {
  const { services, ada, list } = await setUp()
  await buy(services, ada, list.id, { quantity: 12_000, price: 299, priceFor: 'all', store: '', ago: 1 })
  expect(await lastPricesOf(services.db, ada, MILK)).toMatchObject([
    { store: '', priceMinor: 299, priceFor: 'all', quantityMilli: 12_000 },
  ])
})

test('everybody on a list learns its prices, others learn none, and so from a deleted trip or another currency', async () => {
  const { services, ada, list } = await setUp()
  const ben = await addUser(services, 'Ben')
  const eve = await addUser(services, 'Eve')
  const { token } = await createInvite(services, ada, list.id, { role: 'viewer' }, { caller: CALLER })
  await acceptInvite(services, ben, token, CALLER)
  await buy(services, ada, list.id, { price: 109, store: 'Lidl', ago: 2 })
  const { id } = await buy(services, ada, list.id, { price: 129, store: 'Aldi', ago: 1 })
  const stores = async (user: User, currency = 'USD') =>
    (await lastPricesOf(services.db, user, { ...MILK, currency })).map(({ store }) => store)
  expect(await stores(ada)).toEqual(['Aldi', 'Lidl'])
  expect(await stores(ben)).toEqual(['Aldi', 'Lidl'])
  expect(await stores(eve)).toEqual([])
  expect(await stores(ada, 'EUR')).toEqual([])
  await deleteTrip(services, ada, id)
  expect(await stores(ada)).toEqual(['Lidl'])
  await deleteList(services, ada, list.id)
  expect(await stores(ada)).toEqual(['Lidl'])
  expect(await stores(ben)).toEqual([])
})

test('guesses, and what it cost years ago, are no last price', async () => {
  const { services, ada, list } = await setUp()
  await buy(services, ada, list.id, { price: 89, store: 'Lidl', ago: LAST_PRICES_OF / DAY + 1 })
  expect(await lastPricesOf(services.db, ada, MILK)).toEqual([])
  await buy(services, ada, list.id, { price: 109, store: 'Lidl', ago: 1 })
  const item = { name: 'Milk', quantity: 1000, price: 300, completed: true, listId: list.id }
  const { id } = await addItem(services, ada, item)
  await services.write((tx) =>
    tx
      .update(items)
      .set({ priceGuessed: true })
      .where(and(eq(items.id, id), live(items)))
      .run(),
  )
  await finish(services, ada, list.id, { store: 'Aldi', today: daysAgo(0) })
  expect((await lastPricesOf(services.db, ada, MILK)).map(({ store }) => store)).toEqual(['Lidl'])
})
