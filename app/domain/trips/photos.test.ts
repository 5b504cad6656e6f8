import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { undoChange } from '#app/domain/history/undo.ts'
import { addItem } from '#app/domain/items/items.ts'
import { KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import { readReceipt, receiptOf, setReceipt } from '#app/domain/receipts/receipts.ts'
import { storedBy } from '#app/domain/receipts/storageBudget.ts'
import { acceptInvite, createInvite } from '#app/domain/sharing/invites.ts'
import { formOp } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { live } from '#db/database.ts'
import { receipts, trips } from '#db/schema.ts'
import { photo } from '#tests/support/photos.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { finish } from './finish.ts'
import { photoOfTrip, purgePhotosBefore } from './photos.ts'
import {
  addPurchase,
  addPurchaseWithPhoto,
  correctTrip,
  deleteTrip,
  deleteTripPhoto,
  receiptOfListOrTrip,
  tripFor,
  tripsOf,
} from './trips.ts'

const TODAY = '2026-11-29'
const [small, large] = await Promise.all([photo(30, 40).jpeg().toBuffer(), photo(300, 400).jpeg().toBuffer()])
const of = (bytes: Buffer) => ({ upload: async () => bytes })

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const ben = await addUser(services, 'Ben')
  const vera = await addUser(services, 'Vera')
  const eve = await addUser(services, 'Eve')
  const list = await addList(services, ada, { name: 'Groceries' })
  for (const [person, role] of [
    [ben, 'editor'],
    [vera, 'viewer'],
  ] as const) {
    const { token } = await createInvite(services, ada, list.id, { role }, { caller: CALLER })
    await acceptInvite(services, person, token, CALLER)
  }
  await addItem(services, ada, { name: 'Milk', quantity: 1000, price: 100, completed: true, listId: list.id })
  return { services, ada, ben, vera, eve, list }
}

/** Its text, and its photos also if an undo could bring them back. */
async function expectBytes({ db }: Services, tripId: string, textBytes: number) {
  const [trip] = await db.select().from(trips).where(eq(trips.id, tripId)).all()
  const rows = await db.select().from(receipts).where(eq(receipts.tripId, tripId)).all()
  expect(trip?.storedBytes).toBe(textBytes + rows.reduce((sum, { bytes }) => sum + bytes, 0))
}

test('everybody on its list sees the photo of a trip, editors replace and remove it, others learn nothing', async () => {
  const { services, ada, ben, vera, eve, list } = await setUp()
  const { trip } = await finish(services, ada, list.id, { today: TODAY })
  expect(await receiptOfListOrTrip(services, vera, trip.id)).toBeUndefined()
  await correctTrip(services, ben, trip.id, { today: TODAY, paid: 120 }, of(small))
  expect((await tripFor(services, ada, trip.id)).trip.paidMinor).toBe(120)
  for (const user of [ada, ben, vera]) {
    const { receipt, read } = await readReceipt(services, user, trip.id, receiptOfListOrTrip)
    expect(receipt).toMatchObject({ width: 30, height: 40, listId: null, tripId: trip.id })
    expect((await read()).length).toBe(receipt.bytes)
    expect((await tripsOf(services, user, {}))[0]?.receiptId).toBe(receipt.id)
  }
  const unknown = await receiptOfListOrTrip(services, eve, 'nothing').catch((error) => error)
  await expect(receiptOfListOrTrip(services, eve, trip.id)).rejects.toEqual(unknown)
  await expect(correctTrip(services, vera, trip.id, { today: TODAY }, of(small))).rejects.toThrow('view-only')
  await expect(correctTrip(services, eve, trip.id, { today: TODAY }, of(small))).rejects.toThrow(
    'trip-not-found',
  )
  await expect(deleteTripPhoto(services, vera, trip.id)).rejects.toThrow('view-only')
  await correctTrip(services, ada, trip.id, { today: TODAY }, of(large))
  expect(await photoOfTrip(services, trip.id)).toMatchObject({ width: 300 })
  await deleteTripPhoto(services, ada, trip.id)
  expect(await photoOfTrip(services, trip.id)).toBeUndefined()
  await expect(deleteTripPhoto(services, ada, trip.id)).rejects.toThrow('receipt-not-found')
  await expectBytes(services, trip.id, trip.storedBytes)
})

test('the photo of a trip can be undone, in place of the one that is there', async () => {
  const { services, ada, list } = await setUp()
  const { trip } = await finish(services, ada, list.id, { today: TODAY })
  const widthNow = async () => (await photoOfTrip(services, trip.id))?.width
  const first = await correctTrip(services, ada, trip.id, { today: TODAY }, of(small))
  const second = await correctTrip(services, ada, trip.id, { today: TODAY, store: 'Lidl' }, of(large))
  const before = await storedBy(services.db, ada.id)
  const undone = await undoChange(services, ada, second.change ?? '')
  expect([await widthNow(), (await tripFor(services, ada, trip.id)).trip.store]).toEqual([30, ''])
  await undoChange(services, ada, undone.change ?? '')
  expect([await widthNow(), (await tripFor(services, ada, trip.id)).trip.store]).toEqual([300, 'Lidl'])
  const removed = await deleteTripPhoto(services, ada, trip.id)
  expect(await widthNow()).toBeUndefined()
  expect((await undoChange(services, ada, removed.change ?? '')).restored).toBe(1)
  expect(await widthNow()).toBe(300)
  // The first is gone: two others were there since.
  const { restored, change } = await undoChange(services, ada, first.change ?? '')
  expect([restored, change, await widthNow()]).toEqual([0, null, 300])
  await expectBytes(services, trip.id, trip.storedBytes + 'Lidl'.length)
  expect(await storedBy(services.db, ada.id)).toBeLessThanOrEqual(before)
})

test('a finish is undone whatever photos its trip has had since', async () => {
  const { services, ada, list } = await setUp()
  await setReceipt(services, ada, list.id, async () => small)
  const { trip, change } = await finish(services, ada, list.id, { today: TODAY })
  expect(await photoOfTrip(services, trip.id)).toMatchObject({ width: 30 })
  for (const next of [large, small, large])
    await correctTrip(services, ada, trip.id, { today: TODAY }, of(next))
  const { of: touched, restored } = await undoChange(services, ada, change ?? '')
  expect(touched - restored).toBe(1)
  await expect(tripFor(services, ada, trip.id)).rejects.toThrow('trip-not-found')
  expect(await receiptOf(services, ada, list.id)).toBeUndefined()
})

test('what was replaced is gone after 30 days, and no longer counts', async () => {
  const { services, ada, list } = await setUp()
  const { trip } = await finish(services, ada, list.id, { today: TODAY })
  await correctTrip(services, ada, trip.id, { today: TODAY }, of(small))
  await correctTrip(services, ada, trip.id, { today: TODAY }, of(large))
  const rows = () => services.db.select().from(receipts).where(eq(receipts.tripId, trip.id)).all()
  expect(await rows()).toHaveLength(2)
  await services.write((tx) => purgePhotosBefore(tx, Date.now() - KEEP_DELETED_FOR))
  expect(await rows()).toHaveLength(2)
  await services.write((tx) => purgePhotosBefore(tx, Date.now()))
  expect(await rows()).toMatchObject([{ width: 300 }])
  await expectBytes(services, trip.id, trip.storedBytes)
})

test('a purchase has its photo from the start, once, also if it is sent twice', async () => {
  const { services, ada, ben } = await setUp()
  const input = { paid: 450, store: 'Bakery', today: TODAY }
  const id = 'the form'
  const add = () =>
    addPurchaseWithPhoto(services, ada, input, of(small), formOp(services, ada, id, 'purchase', input))
  const [first, again] = await Promise.all([add(), add()])
  const late = await add()
  expect([again.trip.id, late.trip.id]).toEqual([first.trip.id, first.trip.id])
  expect(await tripsOf(services, ada, {})).toMatchObject([{ id: first.trip.id, paidMinor: 450 }])
  const photos = services.db
    .select()
    .from(receipts)
    .where(and(eq(receipts.tripId, first.trip.id), live(receipts)))
  expect(await photos.all()).toHaveLength(1)
  await expectBytes(
    services,
    first.trip.id,
    first.trip.storedBytes - ((await photoOfTrip(services, first.trip.id))?.bytes ?? 0),
  )
  await expect(receiptOfListOrTrip(services, ben, first.trip.id)).rejects.toThrow('list-not-found')
  const damaged = addPurchaseWithPhoto(services, ada, input, of(small.subarray(0, 300)))
  await expect(damaged).rejects.toMatchObject({ code: 'photo-damaged' })
  expect(await tripsOf(services, ada, {})).toHaveLength(1)
})

test('without a list, a photo that is replaced is gone at once', async () => {
  const { services, ada } = await setUp()
  const { trip } = await addPurchase(services, ada, { paid: 450, today: TODAY })
  await correctTrip(services, ada, trip.id, { today: TODAY }, of(large))
  await correctTrip(services, ada, trip.id, { today: TODAY }, of(small))
  expect(await services.db.select().from(receipts).all()).toMatchObject([{ width: 30, deletedAt: null }])
  await expectBytes(services, trip.id, trip.storedBytes)
  await deleteTripPhoto(services, ada, trip.id)
  expect(await services.db.select().from(receipts).all()).toEqual([])
})

test('the photo of a deleted trip, and of a deleted list’s trip, is shown to those who see the trip', async () => {
  const { services, ada, ben, list } = await setUp()
  const { trip } = await finish(services, ada, list.id, { today: TODAY })
  await correctTrip(services, ada, trip.id, { today: TODAY }, of(small))
  await deleteList(services, ada, list.id)
  expect(await receiptOfListOrTrip(services, ada, trip.id)).toMatchObject({ width: 30 })
  await expect(receiptOfListOrTrip(services, ben, trip.id)).rejects.toThrow('list-not-found')
  await deleteTrip(services, ada, trip.id)
  await expect(receiptOfListOrTrip(services, ada, trip.id)).rejects.toThrow('list-not-found')
})
