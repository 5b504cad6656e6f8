import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type List, listFor, ofList, type User } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { deleteAllItems, deleteItem } from '#app/domain/items/deleteItems.ts'
import { insertItems } from '#app/domain/items/itemRows.ts'
import { addItem, editItem, itemsOf, setCompleted } from '#app/domain/items/items.ts'
import {
  MAX_DELETED_ITEMS_PER_LIST,
  MAX_DELETED_LISTS_PER_USER,
  MAX_HISTORY_BYTES_PER_LIST,
} from '#app/domain/limitsAndLifetimes.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import { listsOf } from '#app/domain/lists/ownLists.ts'
import { addShared } from '#app/domain/quickAdd/shareTarget.ts'
import { bytesOf, CHANGE_BYTES, EFFECT_BYTES } from '#app/domain/receipts/bytes.ts'
import { sweepFiles } from '#app/domain/receipts/receiptFiles.ts'
import { deleteReceipt, setReceipt } from '#app/domain/receipts/receipts.ts'
import { storedBy } from '#app/domain/receipts/storageBudget.ts'
import { sweepDeleted } from '#app/domain/sweeps/sweeps.ts'
import { DAY, HOUR } from '#app/domain/time.ts'
import { formOp, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { changeItems, changes, items, lists, operations, receipts } from '#db/schema.ts'
import { nightly, nightlyOnPostgres } from '#tests/support/nightly.ts'
import { photo } from '#tests/support/photos.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { type NewChange, record } from './changes.ts'
import { historyOf } from './recentChanges.ts'
import { deletedItemsOf, deletedListsOf, purgeItem, restoreItem, restoreList } from './trash.ts'
import { undoChange } from './undo.ts'

const upload = await photo(60, 80).jpeg().toBuffer()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

async function setUp(environment = {}) {
  const services = await testServices(environment)
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  const add = (name: string, fields = {}) => {
    vi.advanceTimersByTime(1)
    return addItem(services, ada, { listId: list.id, ...AddItem.parse({ name, ...fields }) })
  }
  const remove = (id: string) => {
    vi.advanceTimersByTime(1)
    return deleteItem(services, ada, id)
  }
  /** Adds many items as one change. */
  const addMany = (name: string, many: number) => {
    const newItems = Array.from({ length: many }, (_, n) => ({ name: `${name} ${n}`, quantityMilli: 1000 }))
    const share = { kind: 'share', type: 'itemCreated' } as const
    return write(services, {
      actor: ada,
      find: ofList(ada, list.id, 'edit'),
      work: async (tx) => {
        const { change } = await insertItems(services, tx, ada, list, newItems, share)
        // The ids of so many don't fit into one live message. People can't add that many at once.
        return { result: {}, change: { ...change, event: { type: 'itemCreated' } } }
      },
    })
  }
  return { services, ada, list, add, addMany, remove }
}

/** Records a change of about 1 MB. */
async function recordMuch(services: Services, actor: User, { id }: List): Promise<string> {
  vi.advanceTimersByTime(1)
  const effects = [{ id: newId(), before: null, after: { name: 'x'.repeat(1_000_000) } }]
  const change: NewChange = { listId: id, kind: 'edit', event: { type: 'itemEdited' }, effects }
  return (await services.write((tx) => record(tx, actor, change))).change
}

/** The list's bytes, counted from the rows. */
async function countedHistory({ db }: Services, listId: string): Promise<number> {
  const rows = await db.select().from(items).where(eq(items.listId, listId)).all()
  const files = await db.select().from(receipts).where(eq(receipts.listId, listId)).all()
  const past = await db.select().from(changes).where(eq(changes.listId, listId)).all()
  const effects = await db
    .select({ before: changeItems.before, after: changeItems.after })
    .from(changeItems)
    .innerJoin(changes, eq(changes.id, changeItems.changeId))
    .where(eq(changes.listId, listId))
    .all()
  return [
    bytesOf(...rows.filter(({ deletedAt }) => deletedAt !== null).map(({ name }) => name)),
    ...files.filter(({ deletedAt }) => deletedAt !== null).map(({ bytes }) => bytes),
    past.length * CHANGE_BYTES,
    ...effects.map(({ before, after }) => EFFECT_BYTES + Buffer.byteLength(`${before ?? ''}${after ?? ''}`)),
  ].reduce((sum, bytes) => sum + bytes, 0)
}

const historyBytes = async (services: Services, user: User, { id }: Pick<List, 'id'>) =>
  (await listFor(services.db, user, id, 'see')).historyBytes

/** Whether these items or lists are gone for good. */
const areGone = async ({ db }: Services, ...ids: string[]) => {
  const ofItems = await db.select().from(items).where(inArray(items.id, ids)).all()
  const ofLists = await db.select().from(lists).where(inArray(lists.id, ids)).all()
  return ofItems.length + ofLists.length === 0
}

describe('of a list,', () => {
  nightlyOnPostgres('the 2,000 items that were deleted last are kept', async () => {
    const { services, ada, list, add, addMany, remove } = await setUp()
    const first = await add('First')
    const second = await add('Second')
    await remove(first.id)
    await remove(second.id)
    vi.advanceTimersByTime(1)
    await addMany('x', MAX_DELETED_ITEMS_PER_LIST - 1)
    await deleteAllItems(services, ada, list.id)
    const kept = (await deletedItemsOf(services, ada, list.id)).map(({ name }) => name)
    expect(kept).toHaveLength(MAX_DELETED_ITEMS_PER_LIST)
    expect(kept.at(-1)).toBe('Second')
    expect(await areGone(services, first.id)).toBe(true)
    expect(await historyBytes(services, ada, list)).toBe(await countedHistory(services, list.id))
  })

  nightlyOnPostgres('also when an undo deletes items', async () => {
    const { services, ada, list, add, addMany, remove } = await setUp()
    const first = await add('First')
    await remove(first.id)
    vi.advanceTimersByTime(1)
    const { change } = await addMany('x', MAX_DELETED_ITEMS_PER_LIST)
    await undoChange(services, ada, change ?? undefined)
    expect(await deletedItemsOf(services, ada, list.id)).toHaveLength(MAX_DELETED_ITEMS_PER_LIST)
    expect(await areGone(services, first.id)).toBe(true)
    expect(await historyBytes(services, ada, list)).toBe(await countedHistory(services, list.id))
  })

  nightlyOnPostgres(
    'the oldest changes go when they take more than 16 MB, but never the last one',
    async () => {
      const { services, ada, list, add, remove } = await setUp()
      const old = await add('Old')
      await remove(old.id)
      const first = await recordMuch(services, ada, list)
      for (let n = 1; n < 16; n += 1) await recordMuch(services, ada, list)
      expect(await deletedItemsOf(services, ada, list.id)).toHaveLength(1)
      const milk = await add('Milk')
      const last = await recordMuch(services, ada, list)
      const { changes: left } = await historyOf(services, ada, list.id)
      expect(left[0]?.id).toBe(last)
      expect(left.map(({ id }) => id)).toContain(milk.change)
      // As few as possible.
      expect(left.length).toBeGreaterThan(12)
      expect(left.map(({ id }) => id)).not.toContain(first)
      expect(await deletedItemsOf(services, ada, list.id)).toEqual([])
      expect(await areGone(services, old.id)).toBe(true)
      const bytes = await historyBytes(services, ada, list)
      expect(bytes).toBeLessThanOrEqual(0.9 * MAX_HISTORY_BYTES_PER_LIST)
      expect(bytes).toBe(await countedHistory(services, list.id))
    },
  )
})

nightlyOnPostgres('of an account, the 500 lists that were deleted last are kept', async () => {
  const { services, ada, list } = await setUp()
  const { id } = await addItem(services, ada, { listId: list.id, ...AddItem.parse({ name: 'Milk' }) })
  await deleteList(services, ada, list.id)
  const now = Date.now()
  await services.write(async (tx) => {
    for (let n = 1; n < MAX_DELETED_LISTS_PER_USER; n += 1) {
      const row = { id: newId(), name: `${n}`, createdBy: ada.id, createdAt: 1, deletedAt: now + n }
      await tx.insert(lists).values(row).run()
    }
  })
  expect(await deletedListsOf(services, ada)).toHaveLength(MAX_DELETED_LISTS_PER_USER)
  vi.advanceTimersByTime(1000)
  const party = await addList(services, ada, { name: 'Party' })
  await deleteList(services, ada, party.id)
  const kept = await deletedListsOf(services, ada)
  expect(kept).toHaveLength(MAX_DELETED_LISTS_PER_USER)
  expect(kept[0]?.id).toBe(party.id)
  expect(await areGone(services, list.id, id)).toBe(true)
})

describe('an account whose storage is full', () => {
  /** Counts what is live as so much that `free` bytes are left besides what is deleted. */
  async function leave(services: Services, user: User, { id }: List, free: number) {
    const all = await services.db.select().from(lists).where(eq(lists.createdBy, user.id)).all()
    const used = all.reduce((sum, one) => sum + one.historyBytes + (one.id === id ? 0 : one.storedBytes), 0)
    const storedBytes = 1_000_000 - used - free
    await services.write((tx) => tx.update(lists).set({ storedBytes }).where(eq(lists.id, id)).run())
  }

  test('loses deleted lists first, the oldest first, and only as many as needed', async () => {
    const { services, ada, list, add, remove } = await setUp({ STORAGE_PER_ACCOUNT: '1MB' })
    const milk = await add('Milk')
    await remove(milk.id)
    const deletedLists: List[] = []
    for (const name of ['Oldest', 'Older', 'Old']) {
      vi.advanceTimersByTime(1)
      deletedLists.push(await deleteList(services, ada, (await addList(services, ada, { name })).id))
    }
    await leave(services, ada, list, 0)
    await add('Bread')
    expect((await deletedListsOf(services, ada)).map(({ name }) => name)).toEqual(['Old', 'Older'])
    expect(await areGone(services, deletedLists[0]?.id ?? '')).toBe(true)
    expect(await deletedItemsOf(services, ada, list.id)).toHaveLength(1)
  })

  test('loses the oldest changes and deleted items next, and is refused when nothing is left', async () => {
    const { services, ada, list, add, remove } = await setUp({ STORAGE_PER_ACCOUNT: '1MB' })
    const milk = await add('Milk')
    await remove(milk.id)
    const bread = await add('Bread')
    const { change } = await remove(bread.id)
    await leave(services, ada, list, 0)
    await add('Jam')
    // The list's creation was enough.
    expect(await deletedItemsOf(services, ada, list.id)).toHaveLength(2)
    await add('Tea')
    await add('Eggs')
    expect((await deletedItemsOf(services, ada, list.id)).map(({ name }) => name)).toEqual(['Bread'])
    expect(await undoChange(services, ada, change ?? undefined)).toMatchObject({ restored: 1 })
    await leave(services, ada, list, -1_000_000)
    expect(await storedBy(services.db, ada.id)).toBeGreaterThan(1_000_000)
    await expect(add('Salt')).rejects.toMatchObject({ code: 'storage-limit-reached' })
  })

  nightlyOnPostgres('uploads a receipt in the place of what is deleted', async () => {
    const { services, ada, list } = await setUp({ STORAGE_PER_ACCOUNT: '1MB' })
    const party = await addList(services, ada, { name: 'Party' })
    await setReceipt(services, ada, party.id, async () => upload)
    await deleteList(services, ada, party.id)
    await leave(services, ada, list, 0)
    await setReceipt(services, ada, list.id, async () => upload)
    expect(await deletedListsOf(services, ada)).toEqual([])
  })
})

describe('the sweep', () => {
  const keysIn = async ({ storage }: Services) => {
    const keys: string[] = []
    for await (const { key } of storage.list()) keys.push(key)
    return keys
  }

  test('deletes rows and files after 30 days', async () => {
    const { services, ada, list, add, remove } = await setUp()
    const milk = await add('Milk')
    const bread = await add('Bread')
    await setReceipt(services, ada, list.id, async () => upload)
    await deleteReceipt(services, ada, list.id)
    const party = await addList(services, ada, { name: 'Party' })
    const jam = await addItem(services, ada, { listId: party.id, ...AddItem.parse({ name: 'Jam' }) })
    await setReceipt(services, ada, party.id, async () => upload)
    await deleteList(services, ada, party.id)
    await remove(milk.id)

    vi.advanceTimersByTime(30 * DAY - HOUR)
    await sweepDeleted(services)
    expect(await deletedItemsOf(services, ada, list.id)).toHaveLength(1)
    vi.advanceTimersByTime(HOUR)
    // A newer act stays.
    await setCompleted(services, ada, { id: bread.id, completed: true })
    await sweepDeleted(services)

    const { db } = services
    expect((await db.select().from(items).all()).map(({ id }) => id)).toEqual([bread.id])
    expect((await db.select().from(lists).all()).map(({ id }) => id)).toEqual([list.id])
    expect(await db.select().from(receipts).all()).toEqual([])
    expect((await db.select().from(changes).all()).map(({ kind }) => kind)).toEqual(['tick'])
    expect((await db.select().from(changeItems).all()).map(({ itemId }) => itemId)).toEqual([bread.id])
    expect(await areGone(services, milk.id, party.id, jam.id)).toBe(true)
    expect(await historyBytes(services, ada, list)).toBe(await countedHistory(services, list.id))

    expect(await keysIn(services)).toHaveLength(2)
    // The files have the real time.
    await sweepFiles(services, Date.now() + 2 * HOUR)
    expect(await keysIn(services)).toEqual([])
  })

  nightly('deletes what a list keeps in parts, and keeps live items', async () => {
    const { services, ada, list, add, addMany } = await setUp()
    await addMany('x', 450)
    await deleteAllItems(services, ada, list.id)
    for (let n = 0; n < 250; n += 1) {
      await setCompleted(services, ada, { id: (await add(`${n}`)).id, completed: true })
    }
    vi.advanceTimersByTime(30 * DAY)
    await sweepDeleted(services)
    expect(await itemsOf(services, ada, list.id)).toHaveLength(250)
    expect(await services.db.select().from(items).all()).toHaveLength(250)
    expect(await services.db.select().from(changes).all()).toEqual([])
    expect(await historyBytes(services, ada, list)).toBe(0)
  })
})

test('the sweep also keeps what ticks left behind within the account', async () => {
  const { services, ada, list } = await setUp({ STORAGE_PER_ACCOUNT: '1MB' })
  for (let n = 0; n < 3; n += 1) await recordMuch(services, ada, list)
  expect(await historyBytes(services, ada, list)).toBeGreaterThan(2_000_000)
  await sweepDeleted(services)
  expect(await historyBytes(services, ada, list)).toBeLessThan(1_000_000)
  expect(await historyBytes(services, ada, list)).toBe(await countedHistory(services, list.id))
})

test('pages of the history join without a gap, even for changes of one moment', async () => {
  const { services, ada, list } = await setUp()
  const change: NewChange = { listId: list.id, kind: 'tick', event: { type: 'itemEdited' }, effects: [] }
  const made: string[] = []
  for (let n = 0; n < 250; n += 1)
    made.unshift((await services.write((tx) => record(tx, ada, change))).change)
  const first = await historyOf(services, ada, list.id)
  const second = await historyOf(services, ada, list.id, { before: first.next })
  const third = await historyOf(services, ada, list.id, { before: second.next })
  const shown = [...first.changes, ...second.changes, ...third.changes].map(({ id }) => id)
  expect(shown.slice(0, 250)).toEqual(made)
  expect(third.next).toBeUndefined()
})

describe('a repeated request to add', () => {
  test("an item doesn't revive it, whether it was deleted, purged or swept", async () => {
    const { services, ada, list, remove } = await setUp()
    const add = (name: string, { id }: { id: string }) => {
      vi.advanceTimersByTime(1)
      const input = { listId: list.id, ...AddItem.parse({ name, id }) }
      return addItem(services, ada, input, formOp(services, ada, id, 'add', name))
    }
    const ids = [newId(), newId(), newId()]
    const [deletedId = '', purgedId = '', sweptId = ''] = ids
    await add('Swept', { id: sweptId })
    await remove(sweptId)
    vi.advanceTimersByTime(30 * DAY)
    await sweepDeleted(services)
    await add('Purged', { id: purgedId })
    await remove(purgedId)
    await purgeItem(services, ada, purgedId)
    await add('Deleted', { id: deletedId })
    await remove(deletedId)
    const { revision } = await listFor(services.db, ada, list.id, 'see')

    expect(await add('Deleted', { id: deletedId })).toMatchObject({ id: deletedId })
    // Its name is gone from the kept answers, too.
    await expect(add('Purged', { id: purgedId })).rejects.toMatchObject({ code: 'item-not-found' })
    expect(await add('Swept', { id: sweptId })).toMatchObject({ id: sweptId })
    expect(await itemsOf(services, ada, list.id)).toEqual([])
    expect((await listFor(services.db, ada, list.id, 'see')).revision).toBe(revision)
    await expect(restoreItem(services, ada, purgedId)).rejects.toMatchObject({ code: 'item-not-found' })
    await restoreItem(services, ada, deletedId)
    expect((await itemsOf(services, ada, list.id)).map(({ name }) => name)).toEqual(['Deleted'])
  })

  test("a list doesn't revive it, whether it was deleted or swept", async () => {
    const { services, ada } = await setUp()
    const party = { id: newId(), name: 'Party' }
    const add = () => addList(services, ada, party, formOp(services, ada, party.id, 'list', party.name))
    const picnic = { id: newId(), newList: 'Picnic', lines: ['Jam'] }
    const share = () => addShared(services, ada, picnic, formOp(services, ada, picnic.id, 'share', picnic))
    await add()
    await deleteList(services, ada, party.id)
    await share()
    await deleteList(services, ada, picnic.id)
    const names = async () => (await listsOf(services, ada)).map(({ name }) => name)
    const repeat = async () => {
      expect(await add()).toMatchObject({ id: party.id })
      await expect(share()).rejects.toMatchObject({ code: 'list-not-found' })
      expect(await names()).toEqual(['Market'])
    }
    await repeat()
    vi.advanceTimersByTime(30 * DAY)
    await sweepDeleted(services)
    await repeat()
    await expect(restoreList(services, ada, party.id)).rejects.toMatchObject({ code: 'list-not-found' })
  })
})

describe('deleting an item for good', () => {
  test('removes its name from everything, and nothing else', async () => {
    const { services, ada, list, add, remove } = await setUp()
    const input = { listId: list.id, ...AddItem.parse({ name: 'Ring for Bob' }) }
    const gift = await addItem(services, ada, input, formOp(services, ada, newId(), 'add', 'ring'))
    await editItem(services, ada, gift.id, { name: 'Ring for Ben' })
    await setCompleted(services, ada, { id: gift.id, completed: true })
    await add('Milk')
    await setReceipt(services, ada, list.id, async () => upload)
    const { change } = await deleteAllItems(services, ada, list.id)
    await purgeItem(services, ada, gift.id)

    const { db } = services
    const tables = [items, changes, changeItems, lists, operations]
    for (const table of tables)
      expect(JSON.stringify(await db.select().from(table).all())).not.toContain('Ring')
    expect(JSON.stringify(await historyOf(services, ada, list.id))).not.toContain('Ring')
    expect(await areGone(services, gift.id)).toBe(true)
    expect(await historyBytes(services, ada, list)).toBe(await countedHistory(services, list.id))
    expect(await undoChange(services, ada, change ?? undefined)).toMatchObject({
      of: 2,
      restored: 1,
      kept: [],
    })
    expect((await itemsOf(services, ada, list.id)).map(({ name }) => name)).toEqual(['Milk'])
    await expect(purgeItem(services, ada, gift.id)).rejects.toMatchObject({ code: 'item-not-found' })
    await remove((await itemsOf(services, ada, list.id))[0]?.id ?? '')
  })

  test('only works for a deleted item of a list that one may edit', async () => {
    const { services, ada, add, remove } = await setUp()
    const eve = await addUser(services, 'Eve')
    const milk = await add('Milk')
    const missing = { code: 'item-not-found', status: 404 }
    await expect(purgeItem(services, ada, milk.id)).rejects.toMatchObject(missing)
    await remove(milk.id)
    await expect(purgeItem(services, eve, milk.id)).rejects.toMatchObject(missing)
    await expect(purgeItem(services, ada, newId())).rejects.toMatchObject(missing)
    await expect(purgeItem(services, ada, undefined)).rejects.toMatchObject(missing)
    await restoreItem(services, ada, milk.id)
  })
})
