import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { removeAccount } from '#app/domain/accounts/deleteAccount.ts'
import { purgeList } from '#app/domain/history/purge.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { addItem } from '#app/domain/items/items.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import { acceptOffer, endOffer, offerList } from '#app/domain/sharing/handOver.ts'
import { acceptInvite, createInvite } from '#app/domain/sharing/invites.ts'
import type { Services } from '#app/services.ts'
import { trips } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { finish } from './finish.ts'
import { purgeTripsBefore } from './owners.ts'
import { monthOf, sumsBy } from './spending.ts'
import {
  addPurchase,
  correctTrip,
  deletedTripsOf,
  deleteTrip,
  linesOf,
  restoreTrip,
  tripFor,
  tripsOf,
} from './trips.ts'

const TODAY = '2026-11-29'

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const ben = await addUser(services, 'Ben')
  const vera = await addUser(services, 'Vera')
  const eve = await addUser(services, 'Eve')
  const list = await addList(services, ada, { name: 'Groceries' })
  const join = async (other: User, role: 'editor' | 'viewer') => {
    const { token } = await createInvite(services, ada, list.id, { role }, { caller: CALLER })
    await acceptInvite(services, other, token, CALLER)
  }
  await join(ben, 'editor')
  await join(vera, 'viewer')
  return { services, ada, ben, vera, eve, list }
}

const tick = (services: Services, user: User, listId: string, name: string, price = 100) =>
  addItem(services, user, { name, quantity: 1000, price, completed: true, listId })

const idsOf = async (services: Services, user: User) =>
  (await tripsOf(services, user, {})).map(({ id }) => id)

test('everybody on a list sees its trips, editors correct them, others learn nothing', async () => {
  const { services, ada, ben, vera, eve, list } = await setUp()
  await tick(services, ben, list.id, 'Milk')
  const { trip } = await finish(services, ben, list.id, { paid: 120, today: TODAY })
  for (const user of [ada, ben, vera]) {
    expect((await tripFor(services, user, trip.id)).trip).toMatchObject({ paidMinor: 120, ownerId: ada.id })
    expect(await idsOf(services, user)).toEqual([trip.id])
  }
  expect(await idsOf(services, eve)).toEqual([])
  await expect(tripFor(services, eve, trip.id)).rejects.toThrow('trip-not-found')
  await expect(correctTrip(services, eve, trip.id, { paid: 1, today: TODAY })).rejects.toThrow(
    'trip-not-found',
  )
  await expect(correctTrip(services, vera, trip.id, { paid: 1, today: TODAY })).rejects.toThrow('view-only')
  await expect(deleteTrip(services, vera, trip.id)).rejects.toThrow('view-only')
  await expect(finish(services, vera, list.id, { today: TODAY })).rejects.toThrow('view-only')
  const { trip: corrected } = await correctTrip(services, ben, trip.id, {
    paid: null,
    store: 'Lidl',
    today: TODAY,
  })
  expect(corrected).toMatchObject({ paidMinor: null, store: 'Lidl' })
})

test('two people finish the same items: each is in one trip', async () => {
  const { services, ada, ben, list } = await setUp()
  const ids: string[] = []
  for (const name of ['Milk', 'Bread', 'Eggs']) ids.push((await tick(services, ada, list.id, name)).id)
  const done = await Promise.allSettled([
    finish(services, ada, list.id, { items: ids.slice(0, 2), today: TODAY }),
    finish(services, ben, list.id, { items: ids.slice(1), today: TODAY }),
    finish(services, ben, list.id, { items: ids, today: TODAY }),
  ])
  const lines: string[] = []
  for (const one of done) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'nothing-to-finish' })
    else lines.push(...(await linesOf(services, one.value.trip)).map(({ name }) => name))
  }
  expect(lines.sort()).toEqual(['Bread', 'Eggs', 'Milk'])
})

test('a trip outlives its list, and ends with its owner', async () => {
  const { services, ada, ben, list } = await setUp()
  await tick(services, ada, list.id, 'Milk')
  const { trip } = await finish(services, ben, list.id, { today: TODAY })
  await deleteList(services, ada, list.id)
  expect(await idsOf(services, ada)).toEqual([trip.id])
  expect(await idsOf(services, ben)).toEqual([])
  await services.write((tx) => purgeList(tx, list.id))
  expect((await tripFor(services, ada, trip.id)).trip).toMatchObject({ listId: null, listName: 'Groceries' })
  expect((await linesOf(services, trip)).map(({ name }) => name)).toEqual(['Milk'])
  await expect(tripFor(services, ben, trip.id)).rejects.toThrow('trip-not-found')
  await removeAccount(services, ada, {}, CALLER)
  expect(await services.db.select().from(trips).where(eq(trips.id, trip.id)).all()).toEqual([])
})

test('trips go along with a list that is handed over, also when its owner leaves', async () => {
  const { services, ada, ben, vera, list } = await setUp()
  await tick(services, ada, list.id, 'Milk')
  const { trip } = await finish(services, ada, list.id, { today: TODAY })
  await offerList(services, ada, list.id, ben.id, CALLER)
  await acceptOffer(services, ben, list.id, CALLER)
  expect((await tripFor(services, ada, trip.id)).trip.ownerId).toBe(ben.id)
  await offerList(services, ben, list.id, ada.id, CALLER)
  await acceptOffer(services, ada, list.id, CALLER)

  await removeAccount(services, ada, {}, CALLER)
  expect(await idsOf(services, ben)).toEqual([trip.id])
  expect(await idsOf(services, vera)).toEqual([trip.id])
  await acceptOffer(services, ben, list.id, CALLER)
  await deleteList(services, ben, list.id)
  expect(await idsOf(services, ben)).toEqual([trip.id])
})

test('trips of a list that nobody takes end with it', async () => {
  const { services, ada, ben, list } = await setUp()
  await tick(services, ada, list.id, 'Milk')
  const { trip } = await finish(services, ada, list.id, { today: TODAY })
  await removeAccount(services, ada, {}, CALLER)
  await endOffer(services, ben, list.id, CALLER)
  expect(await idsOf(services, ben)).toEqual([])
  expect(await deletedTripsOf(services, ben)).toEqual([])
  await expect(restoreTrip(services, ben, trip.id)).rejects.toThrow('trip-not-found')
})

test('a deleted trip can be restored, and undone from the list', async () => {
  const { services, ada, ben, list } = await setUp()
  await tick(services, ada, list.id, 'Milk')
  const { trip } = await finish(services, ada, list.id, { today: TODAY })
  await deleteTrip(services, ben, trip.id)
  await expect(tripFor(services, ada, trip.id)).rejects.toThrow('trip-not-found')
  expect(await deletedTripsOf(services, ada)).toMatchObject([{ id: trip.id }])
  await restoreTrip(services, ada, trip.id)
  expect(await idsOf(services, ada)).toEqual([trip.id])
  const { change } = await deleteTrip(services, ada, trip.id)
  await undoChange(services, ada, change ?? '')
  expect(await idsOf(services, ada)).toEqual([trip.id])
})

test('a purchase without a list is its owner’s alone', async () => {
  const { services, ada, ben } = await setUp()
  const { trip } = await addPurchase(services, ada, {
    paid: 450,
    store: 'Bakery',
    currency: 'EUR',
    today: TODAY,
  })
  expect(await idsOf(services, ada)).toEqual([trip.id])
  await expect(tripFor(services, ben, trip.id)).rejects.toThrow('trip-not-found')
  await expect(addPurchase(services, ada, { paid: undefined, today: TODAY })).rejects.toThrow('paid-required')
  const later = { paid: 1, boughtOn: '2026-11-30', today: TODAY }
  await expect(addPurchase(services, ada, later)).rejects.toThrow('date-in-future')
})

test('what was paid and what is estimated are told apart, each currency by itself', async () => {
  const { services, ada, list } = await setUp()
  await tick(services, ada, list.id, 'Milk', 199)
  await finish(services, ada, list.id, { paid: 250, boughtOn: '2026-10-31', today: TODAY })
  await tick(services, ada, list.id, 'Bread', 300)
  await finish(services, ada, list.id, { today: TODAY })
  await addPurchase(services, ada, { paid: 99, today: TODAY })
  await addPurchase(services, ada, { paid: '500', currency: 'JPY', today: TODAY })
  const months = sumsBy(await tripsOf(services, ada, {}), monthOf)
  expect(months).toEqual(
    expect.arrayContaining([
      { of: '2026-11', currency: 'JPY', trips: 1, paid: 500n, unknown: 0, estimate: 0n },
      { of: '2026-11', currency: 'USD', trips: 2, paid: 99n, unknown: 1, estimate: 300n },
      { of: '2026-10', currency: 'USD', trips: 1, paid: 250n, unknown: 0, estimate: 0n },
    ]),
  )
})

test('old deleted trips go in small parts, the lines first', async () => {
  const { services, ada, list } = await setUp()
  for (let n = 0; n < 150; n += 1) await tick(services, ada, list.id, `thing ${n}`)
  const { trip } = await finish(services, ada, list.id, { today: TODAY })
  await deleteTrip(services, ada, trip.id)
  const purge = () => services.write((tx) => purgeTripsBefore(tx, Date.now()))
  expect(await purge()).toBe(true)
  expect(await linesOf(services, trip)).toHaveLength(50)
  expect(await purge()).toBe(false)
  expect(await services.db.select().from(trips).where(eq(trips.id, trip.id)).all()).toEqual([])
})

test('the storage of a trip counts its store, however often that is corrected and undone', async () => {
  const { services, ada, list } = await setUp()
  await tick(services, ada, list.id, 'Milk')
  const store = 'Crèmerie'
  const { trip } = await finish(services, ada, list.id, { store, today: TODAY })
  for (const _ of Array(3)) {
    const { trip: corrected, change } = await correctTrip(services, ada, trip.id, { store: '', today: TODAY })
    expect(corrected.storedBytes).toBe(trip.storedBytes - Buffer.byteLength(store))
    await undoChange(services, ada, change ?? '')
    expect((await tripFor(services, ada, trip.id)).trip).toMatchObject({
      store,
      storedBytes: trip.storedBytes,
    })
  }
})
