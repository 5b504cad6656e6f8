import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listFor, type User } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { AddItem, DuplicateList } from '#app/domain/inputs.ts'
import { deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, itemsOf, setCompleted } from '#app/domain/items/items.ts'
import { MAX_ITEMS_PER_LIST, MAX_LISTS_PER_USER } from '#app/domain/limitsAndLifetimes.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { receiptOf, setReceipt } from '#app/domain/receipts/receipts.ts'
import { storedBy } from '#app/domain/receipts/storageBudget.ts'
import { addMember } from '#app/domain/sharing/people.ts'
import { formOp } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { copyName } from '#app/words/copyName.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { companions, items, lists } from '#db/schema.ts'
import { photo } from '#tests/support/photos.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { turnsDuring } from '#tests/support/turns.ts'
import { duplicateList } from './duplicateList.ts'
import { addList, deleteList } from './lists.ts'
import { listsOf } from './ownLists.ts'

const upload = await photo(60, 80).jpeg().toBuffer()

async function setUp(environment = {}) {
  const services = await testServices(environment)
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  const add = (fields: Record<string, unknown>) =>
    addItem(services, ada, { listId: list.id, ...AddItem.parse(fields) })
  return { services, ada, list, add }
}

const shown = async (services: Services, user: User, listId: string) =>
  (await itemsOf(services, user, listId)).map(
    ({ name, quantityMilli, priceCents, priceGuessed, completed }) =>
      [name, quantityMilli, priceCents, priceGuessed, completed].join(' '),
  )

test('a copy has the live items in their order, all unticked, with their guesses and without the receipt', async () => {
  const { services, ada, list, add } = await setUp()
  const bread = await add({ name: 'Bread', quantity: '1.5', price: '2.49' })
  const milk = await add({ name: 'Milk' })
  const gone = await add({ name: 'Jam' })
  await add({ name: 'Eggs' })
  await services.write((tx) =>
    tx.update(items).set({ priceGuessed: true }).where(eq(items.id, milk.id)).run(),
  )
  await setCompleted(services, ada, { id: bread.id, completed: true })
  await deleteItem(services, ada, gone.id)
  await setReceipt(services, ada, list.id, async () => upload)
  const before = await shown(services, ada, list.id)

  const copy = await duplicateList(services, ada, copyName(ENGLISH), list.id, {})
  expect(copy).toMatchObject({
    name: expect.stringMatching(/^Market, /),
    source: 'Market',
    change: expect.any(String),
  })
  expect(await shown(services, ada, copy.id)).toEqual([
    'Bread 1500 249 false false',
    'Milk 1000 0 true false',
    'Eggs 1000 0 false false',
  ])
  expect(await receiptOf(services, ada, copy.id)).toBeUndefined()
  expect(await shown(services, ada, list.id)).toEqual(before)
  const { storedBytes } = await listFor(services.db, ada, copy.id, 'see')
  expect(storedBytes).toBe(bytesOf(copy.name, 'Bread', 'Milk', 'Eggs'))
})

test('a copy of a shared list says that it is not shared, unless companions have got it', async () => {
  const { services, ada, list } = await setUp()
  const grace = await addUser(services, 'Grace')
  const copied = async () => (await duplicateList(services, ada, copyName(ENGLISH), list.id, {})).isUnshared
  expect(await copied()).toBe(false)
  await services.write((tx) => addMember(tx, list.id, { userId: grace.id, role: 'editor', addedBy: ada.id }))
  expect(await copied()).toBe(true)
  await services.write((tx) =>
    tx
      .insert(companions)
      .values({ userId: ada.id, otherId: grace.id, role: 'editor', acceptedAt: Date.now() })
      .run(),
  )
  expect(await copied()).toBe(false)
})

test('a copy can have another name; the default fits 200 characters', async () => {
  const { services, ada, list } = await setUp()
  expect((await duplicateList(services, ada, copyName(ENGLISH), list.id, { name: 'Market' })).name).toBe(
    'Market',
  )
  const long = await addList(services, ada, { name: '🥑'.repeat(200) })
  const { name } = await duplicateList(services, ada, copyName(ENGLISH), long.id, {})
  expect(name).toMatch(/^🥑+, [A-Z][a-z]{2} \d{1,2}$/u)
  expect([...name]).toHaveLength(200)
  expect(DuplicateList.parse({ name })).toEqual({ name })
})

test('a copy of a copy has one date, and no two lists get the same name', async () => {
  const { services, ada, list } = await setUp()
  const copyOf = (id: string) => duplicateList(services, ada, copyName(ENGLISH), id, {})
  const first = await copyOf(list.id)
  const second = await copyOf(first.id)
  const third = await copyOf(second.id)
  expect([second.name, third.name]).toEqual([`${first.name} (2)`, `${first.name} (3)`])
})

test('sending it again makes no second copy, also after the copy was deleted', async () => {
  const { services, ada, list, add } = await setUp()
  await add({ name: 'Milk' })
  const id = newId()
  const duplicate = () =>
    duplicateList(
      services,
      ada,
      copyName(ENGLISH),
      list.id,
      { id },
      formOp(services, ada, id, 'duplicate', list.id),
    )
  const copy = await duplicate()
  expect(copy.id).toBe(id)
  expect(await duplicate()).toEqual(copy)
  expect(await listsOf(services, ada)).toHaveLength(2)
  await deleteList(services, ada, id)
  expect(await duplicate()).toEqual(copy)
  expect(await listsOf(services, ada)).toHaveLength(1)
})

test("another user's list can't be copied", async () => {
  const { services, list } = await setUp()
  const eve = await addUser(services, 'Eve')
  await expect(duplicateList(services, eve, copyName(ENGLISH), list.id, {})).rejects.toMatchObject({
    code: 'list-not-found',
  })
  expect(await listsOf(services, eve)).toEqual([])
})

test('a very long list is copied whole, while others get a turn', async () => {
  const { services, ada, list } = await setUp()
  const rows = Array.from({ length: MAX_ITEMS_PER_LIST }, (_, position) => ({
    id: newId(),
    listId: list.id,
    name: `item ${position}`,
    position,
    quantityMilli: 1000,
    priceCents: 0,
    createdAt: 1,
    updatedAt: 1,
  }))
  await services.write(async (tx) => {
    for (let at = 0; at < rows.length; at += 500)
      await tx
        .insert(items)
        .values(rows.slice(at, at + 500))
        .run()
  })
  let id = ''
  const turns = await turnsDuring(async () => {
    id = (await duplicateList(services, ada, copyName(ENGLISH), list.id, {})).id
  })
  expect(turns).toBeGreaterThanOrEqual(15)
  const names = (await itemsOf(services, ada, id)).map(({ name }) => name)
  expect(names).toEqual(rows.map(({ name }) => name))
})

test('a copy that exceeds the limits leaves nothing behind', async () => {
  const { services, ada, list, add } = await setUp({ STORAGE_PER_ACCOUNT: '1MB' })
  await add({ name: 'Milk' })
  await services.write((tx) =>
    tx
      .update(lists)
      .set({ storedBytes: 1_000_000 - bytesOf('Market, Nov 25') })
      .run(),
  )
  const stored = await storedBy(services.db, ada.id)
  await expect(duplicateList(services, ada, copyName(ENGLISH), list.id, {})).rejects.toMatchObject({
    code: 'storage-limit-reached',
  })
  expect(await storedBy(services.db, ada.id)).toBe(stored)

  const more = Array.from({ length: MAX_LISTS_PER_USER - 1 }, () => ({
    id: newId(),
    name: 'x',
    createdBy: ada.id,
    createdAt: 1,
  }))
  await services.write(async (tx) => {
    await tx.update(lists).set({ storedBytes: 0 }).run()
    await tx.insert(lists).values(more).run()
  })
  await expect(duplicateList(services, ada, copyName(ENGLISH), list.id, {})).rejects.toMatchObject({
    code: 'too-many-lists',
  })
  expect(await listsOf(services, ada)).toHaveLength(MAX_LISTS_PER_USER)
})
