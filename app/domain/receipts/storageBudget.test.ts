import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { deleteAllItems, deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, editItem, itemsOf, setCompleted } from '#app/domain/items/items.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import { listsOf } from '#app/domain/lists/ownLists.ts'
import { addShared } from '#app/domain/quickAdd/shareTarget.ts'
import { generateIngredients } from '#app/domain/recipes/ingredients.ts'
import type { Services } from '#app/services.ts'
import { lists } from '#db/schema.ts'
import { photo } from '#tests/support/photos.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { bytesOf } from './bytes.ts'
import { receiptOf, setReceipt } from './receipts.ts'
import { storedBy } from './storageBudget.ts'

const item = (listId: string, name: string) => ({
  listId,
  name,
  quantity: 1000,
  price: '0',
  completed: false,
})
const full = { code: 'storage-limit-reached', status: 409, params: { bytes: 1_000_000 } }

/** Fills an account of 1 MB except for `left` bytes, as a receipt would. */
async function almostFull(left: number) {
  const services = await testServices({ STORAGE_PER_ACCOUNT: '1MB' })
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  const stored = 1_000_000 - left
  await services.write((tx) => tx.update(lists).set({ storedBytes: stored }).run())
  return { services, ada, list }
}

/** The user's storage, counted from the rows. */
async function counted(services: Services, user: User): Promise<number> {
  let bytes = 0
  for (const { id, name } of await listsOf(services, user)) {
    bytes += bytesOf(name, ...(await itemsOf(services, user, id)).map((one) => one.name))
    bytes += (await receiptOf(services, user, id))?.bytes ?? 0
  }
  return bytes
}

describe('an account whose storage is full', () => {
  // ASVS 2.3.2
  test('gets an error for anything it adds, and nothing is stored', async () => {
    const { services, ada, list } = await almostFull(10)
    const signal = new AbortController().signal
    const before = await counted(services, ada)
    await expect(addItem(services, ada, item(list.id, 'Milk'))).rejects.toMatchObject(full)
    await expect(addList(services, ada, { name: 'Another' })).rejects.toMatchObject(full)
    const shared = { id: newId(), listID: list.id, lines: ['Milk'] }
    await expect(addShared(services, ada, shared)).rejects.toMatchObject(full)
    const question = { recipe: 'Pancakes', listId: list.id, signal }
    await expect(generateIngredients(services, ada, question)).rejects.toMatchObject(full)
    const upload = () => photo(600, 800).jpeg().toBuffer()
    await expect(setReceipt(services, ada, list.id, upload)).rejects.toMatchObject(full)
    expect(await counted(services, ada)).toBe(before)
    expect(await receiptOf(services, ada, list.id)).toBeUndefined()
  })

  test('can still tick, shorten and delete, and has room afterwards', async () => {
    const { services, ada, list } = await almostFull(500)
    const milk = await addItem(services, ada, item(list.id, 'Milk of the farm'))
    await expect(addItem(services, ada, item(list.id, 'x'.repeat(200)))).rejects.toMatchObject(full)
    await setCompleted(services, ada, { id: milk.id, completed: true })
    const longer = { name: 'y'.repeat(200) }
    await editItem(services, ada, milk.id, longer)
    await expect(addItem(services, ada, item(list.id, 'Eggs'))).rejects.toMatchObject(full)
    await editItem(services, ada, milk.id, { name: 'Milk' })
    await addItem(services, ada, item(list.id, 'Eggs'))
    await deleteItem(services, ada, milk.id)
    await addItem(services, ada, item(list.id, 'Bread'))
  })

  test("doesn't affect other users", async () => {
    const { services } = await almostFull(0)
    const ben = await addUser(services, 'Ben')
    const list = await addList(services, ben, { name: 'Market' })
    await addItem(services, ben, item(list.id, 'Milk'))
  })

  test("isn't refused if the operator set no limit", async () => {
    const services = await testServices({ STORAGE_PER_ACCOUNT: 'off' })
    const ada = await addUser(services)
    const list = await addList(services, ada, { name: 'Market' })
    await services.write((tx) => tx.update(lists).set({ storedBytes: 1e12 }).run())
    await addItem(services, ada, item(list.id, 'Milk'))
  })
})

test('the count matches the rows after any additions, changes and deletions', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const name = fc
    .string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
    .filter((text) => text.trim() !== '')
  const act = fc.record({
    kind: fc.constantFrom('list', 'add', 'add', 'add', 'edit', 'delete', 'clear', 'share', 'ai', 'drop'),
    name,
    at: fc.nat(9),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
      for (const { kind, name, at } of acts) {
        const all = await listsOf(services, ada)
        const list = all[at % Math.max(1, all.length)]
        if (!list || kind === 'list') {
          await addList(services, ada, { name })
          continue
        }
        const items = await itemsOf(services, ada, list.id)
        const one = items[at % Math.max(1, items.length)]
        const shared = {
          id: newId(),
          listID: list.id,
          lines: [name, '2 eggs'],
        }
        const signal = new AbortController().signal
        if (kind === 'add') await addItem(services, ada, item(list.id, name))
        if (kind === 'edit' && one) await editItem(services, ada, one.id, { name })
        if (kind === 'delete' && one) await deleteItem(services, ada, one.id)
        if (kind === 'clear') await deleteAllItems(services, ada, list.id)
        if (kind === 'share') await addShared(services, ada, shared)
        if (kind === 'drop') await deleteList(services, ada, list.id)
        if (kind === 'ai')
          await generateIngredients(services, ada, { recipe: 'Pancakes', listId: list.id, signal }).catch(
            () => {},
          )
      }
      expect(await storedBy(services.db, ada.id)).toBe(await counted(services, ada))
    }),
    { numRuns: 30 },
  )
})

test('a receipt counts, and replacing it counts only the difference', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  for (const side of [800, 200]) {
    await setReceipt(services, ada, list.id, () => photo(side, side).jpeg().toBuffer())
    expect(await storedBy(services.db, ada.id)).toBe(await counted(services, ada))
  }
  await deleteList(services, ada, list.id)
  expect(await storedBy(services.db, ada.id)).toBe(0)
})
