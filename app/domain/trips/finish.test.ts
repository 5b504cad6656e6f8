import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { historyOf } from '#app/domain/history/recentChanges.ts'
import { undoChange, undoOperation } from '#app/domain/history/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { addItem, itemsOf } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { readReceipt, receiptOf, setReceipt } from '#app/domain/receipts/receipts.ts'
import { acceptInvite, createInvite } from '#app/domain/sharing/invites.ts'
import { createLink } from '#app/domain/sharing/links.ts'
import { formOp, isRepeated, outboxOp, type Repeated } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { sentenceOf } from '#app/words/history.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { undone } from '#app/words/undone.ts'
import { live } from '#db/database.ts'
import { listLinks, listMembers, lists } from '#db/schema.ts'
import { photo } from '#tests/support/photos.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { type Finishing, finish, finishWithPhoto } from './finish.ts'
import { latestTripsOf } from './latest.ts'
import { correctTrip, deleteTrip, linesOf, receiptOfListOrTrip, tripsOf } from './trips.ts'

const TODAY = '2026-11-29'

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const { id: listId } = await addList(services, ada, { name: 'Groceries' })
  const tick = (name: string, price = 100) =>
    addItem(services, ada, { name, quantity: 1000, price, completed: true, listId })
  const end = (input: Partial<Finishing> = {}) => finish(services, ada, listId, { today: TODAY, ...input })
  return { services, ada, listId, tick, end }
}

const upload = async () => new Uint8Array(await photo(20, 20).jpeg().toBuffer())

async function endWithPhoto(services: Services, user: User, listId: string) {
  const result = await finishWithPhoto(services, user, listId, { today: TODAY }, { upload })
  if (isRepeated(result)) throw new Error('Sent for the first time.')
  return result
}

test('a photo goes with the trip, and undo takes both away', async () => {
  const { services, ada, listId, tick } = await setUp()
  await tick('Milk')
  const { trip, change } = await endWithPhoto(services, ada, listId)
  expect(await receiptOf(services, ada, listId)).toBeUndefined()
  const { receipt } = await readReceipt(services, ada, trip.id, receiptOfListOrTrip)
  expect(receipt).toMatchObject({ tripId: trip.id, listId: null })
  const { of, restored } = await undoChange(services, ada, change ?? '')
  expect(restored).toBe(of)
  expect(await receiptOf(services, ada, listId)).toBeUndefined()
  expect(await itemsOf(services, ada, listId)).toHaveLength(1)
  expect(await tripsOf(services, ada, {})).toEqual([])
})

test('undo works even if the trip has got another photo since', async () => {
  const { services, ada, listId, tick } = await setUp()
  await tick('Milk')
  const { change, trip } = await endWithPhoto(services, ada, listId)
  await correctTrip(services, ada, trip.id, { today: TODAY }, { upload })
  await undoChange(services, ada, change ?? '')
  expect(await itemsOf(services, ada, listId)).toHaveLength(1)
  expect(await tripsOf(services, ada, {})).toEqual([])
})

test('the photo of a refused form goes nowhere, and that of one sent twice is stored once', async () => {
  const { services, ada, listId, tick } = await setUp()
  await expect(finishWithPhoto(services, ada, listId, { today: TODAY }, { upload })).rejects.toThrow(
    'nothing-to-finish',
  )
  expect(await receiptOf(services, ada, listId)).toBeUndefined()
  await tick('Milk')
  const op = outboxOp(newId())
  const send = () => finishWithPhoto(services, ada, listId, { today: TODAY }, { upload }, op)
  await send()
  await send()
  expect(await tripsOf(services, ada, {})).toHaveLength(1)
  expect(await receiptOf(services, ada, listId)).toBeUndefined()
})

test('the receipt of the list goes with the trip, so that the next one has a place', async () => {
  const { services, ada, listId, tick, end } = await setUp()
  await tick('Milk')
  await setReceipt(services, ada, listId, upload)
  const { change } = await end()
  expect(await receiptOf(services, ada, listId)).toBeUndefined()
  await setReceipt(services, ada, listId, upload)
  const undoing = await undoChange(services, ada, change ?? '')
  expect(undone(ENGLISH, undoing)).toBe('Undone. The receipt stays with the trip, under Recently deleted.')
  expect(await itemsOf(services, ada, listId)).toHaveLength(1)
})

test('undo names what somebody has corrected since', async () => {
  const { services, ada, tick, end } = await setUp()
  await tick('Milk')
  const { trip, change } = await end()
  await correctTrip(services, ada, trip.id, { paid: 2680, store: 'Lidl', today: TODAY })
  const undoing = await undoChange(services, ada, change ?? '')
  expect(undone(ENGLISH, undoing)).toBe('Undone. The trip said $ 26.80 at Lidl.')
  const redoing = await undoChange(services, ada, undoing.change ?? '')
  expect(undone(ENGLISH, redoing, true)).toBe('Redone.')
})

test('a deleted trip can no longer be undone from its list', async () => {
  const { services, ada, tick, end } = await setUp()
  await tick('Milk')
  const { trip, change } = await end()
  await deleteTrip(services, ada, trip.id)
  expect(undone(ENGLISH, await undoChange(services, ada, change ?? ''))).toBe(
    'Nothing was undone: the trip was deleted, or some of its items are gone for good.',
  )
})

test('recent changes say how many items a trip had and what it cost', async () => {
  const { services, ada, listId, tick, end } = await setUp()
  for (const name of ['Milk', 'Bread', 'Tea']) await tick(name)
  await setReceipt(services, ada, listId, upload)
  const { trip, change } = await end({ paid: 2680 })
  const sentences = async () =>
    (await historyOf(services, ada, listId)).changes.map((one) => sentenceOf(ENGLISH, one, 'another'))
  expect((await sentences())[0]).toBe('Ada finished shopping: 3 items, $ 26.80')
  await correctTrip(services, ada, trip.id, { paid: null, today: TODAY })
  expect((await sentences()).slice(0, 2)).toEqual([
    'Ada corrected a trip: 3 items',
    'Ada finished shopping: 3 items',
  ])
  await undoChange(services, ada, change ?? '')
  expect((await sentences())[0]).toBe('Ada restored 3 items: Milk, Bread, Tea')
})

test('sent twice, it happens once, and later ticks stay', async () => {
  const { services, ada, listId, tick } = await setUp()
  const { id } = await tick('Milk')
  const op = newId()
  const input = { items: [id], today: TODAY }
  const send = () => finish<Repeated>(services, ada, listId, input, outboxOp(op))
  const { change } = await send()
  await tick('Bread')
  expect(await send()).toMatchObject({ isRepeated: true, change })
  expect((await itemsOf(services, ada, listId)).map(({ name }) => name)).toEqual(['Bread'])
  await undoOperation(services, ada, { op, listId })
  expect((await itemsOf(services, ada, listId)).map(({ name }) => name).sort()).toEqual(['Bread', 'Milk'])
})

test('prices are corrected where somebody has typed another one', async () => {
  const { services, tick, end } = await setUp()
  const [milk, bread] = [await tick('Milk'), await tick('Bread', 250)]
  const checked = {
    items: [milk.id, bread.id],
    shown: ['1||1.00', '1||2.00'],
    quantities: ['2', '1'],
    prices: ['1,20', '2.00'],
  }
  const { trip } = await end({ checked })
  const lines = await linesOf(services, trip)
  // Somebody else has corrected the other meanwhile.
  expect(lines.map(({ name, quantityMilli, priceMinor }) => [name, quantityMilli, priceMinor])).toEqual([
    ['Milk', 2000, 120],
    ['Bread', 1000, 250],
  ])
  const tea = await tick('Tea')
  const refused = { items: [tea.id], shown: ['1||1.00'], quantities: ['1'], prices: ['much'] }
  await expect(end({ checked: refused })).rejects.toMatchObject({
    code: 'price-invalid',
    fields: { 'price-0': { code: 'price-invalid' } },
  })
})

test('a list that was finished twenty times has the same name, people and links, and knows its stores', async () => {
  const { services, ada, listId, tick, end } = await setUp()
  const ben = await addUser(services, 'Ben')
  const { token } = await createInvite(services, ada, listId, { role: 'editor' }, { caller: CALLER })
  await acceptInvite(services, ben, token, CALLER)
  const forFriends = { role: 'editor' as const, expires: undefined, label: 'Friends' }
  await createLink(services, ada, listId, forFriends, { caller: CALLER })
  const { db } = services
  const whose = async () => ({
    list: await db
      .select({ name: lists.name, createdBy: lists.createdBy })
      .from(lists)
      .where(live(lists))
      .all(),
    people: await db.select().from(listMembers).all(),
    links: await db.select().from(listLinks).all(),
  })
  const before = await whose()
  for (let trip = 1; trip <= 20; trip += 1) {
    await tick(`Milk ${trip}`)
    await end({ store: ['Lidl', 'Aldi'][trip % 2] ?? '' })
  }
  const { last, stores } = await latestTripsOf(services, { id: listId })
  expect(stores).toEqual(['Lidl', 'Aldi'])
  expect(last).toMatchObject({ itemCount: 1 })
  expect(await itemsOf(services, ada, listId)).toEqual([])
  expect(await tripsOf(services, ada, { listID: listId })).toHaveLength(20)
  expect(before).toMatchObject({ people: [{}], links: [{}] })
  expect(await whose()).toEqual(before)
})

test('a form without JavaScript that is sent twice gets the same answer', async () => {
  const { services, ada, listId, tick } = await setUp()
  await tick('Milk')
  const id = newId()
  const send = () =>
    finish(services, ada, listId, { today: TODAY }, formOp(services, ada, id, 'finish', listId))
  expect(await send()).toEqual(await send())
})
