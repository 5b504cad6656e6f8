import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { listFor, type User } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { clearDone, deleteAllItems, deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, editItem, itemsOf, setCompleted } from '#app/domain/items/items.ts'
import { untickAll } from '#app/domain/items/untickAll.ts'
import { MAX_ITEMS_PER_LIST, MAX_LISTS_PER_USER } from '#app/domain/limitsAndLifetimes.ts'
import { duplicateList } from '#app/domain/lists/duplicateList.ts'
import { editList } from '#app/domain/lists/editList.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import { listsOf } from '#app/domain/lists/ownLists.ts'
import type { ListEvent } from '#app/domain/liveEvents.ts'
import { addShared } from '#app/domain/quickAdd/shareTarget.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { deleteReceipt, receiptOf, setReceipt } from '#app/domain/receipts/receipts.ts'
import { generateIngredients } from '#app/domain/recipes/ingredients.ts'
import { sweepDeleted } from '#app/domain/sweeps/sweeps.ts'
import { DAY } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import { copyName } from '#app/words/copyName.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { changeItems, changes, items, lists, receipts } from '#db/schema.ts'
import { foundIngredients } from '#tests/support/foundIngredients.ts'
import { nightlyOnPostgres } from '#tests/support/nightly.ts'
import { photo } from '#tests/support/photos.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { restoreItem, restoreList } from './trash.ts'
import { undoChange } from './undo.ts'

const upload = await photo(60, 80).jpeg().toBuffer()
const other = await photo(30, 40).jpeg().toBuffer()

async function setUp(environment = {}) {
  const services = await testServices(environment)
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  const events: ListEvent[] = []
  services.events.onEvent((event) => events.push(event))
  const add = (name: string, fields = {}) =>
    addItem(services, ada, { listId: list.id, ...AddItem.parse({ name, ...fields }) })
  const tick = (id: string, completed: boolean) => setCompleted(services, ada, { id, completed })
  const undo = (change: string | null, id?: string) => undoChange(services, ada, change ?? undefined, id)
  /** The list as its owner sees it. */
  const shown = async () =>
    (await itemsOf(services, ada, list.id)).map(({ name, quantityMilli, priceCents, completed }) =>
      [name, quantityMilli, priceCents, completed].join(' '),
    )
  return { services, ada, list, events, add, tick, undo, shown }
}

/** Undoes a change, redoes it, and undoes it again; returns what `look` sees after each step. */
async function backAndForth<T>(
  services: Services,
  user: User,
  change: string | null,
  look: () => Promise<T>,
) {
  const first = await undoChange(services, user, change ?? undefined)
  const undone = await look()
  const redo = await undoChange(services, user, first.change ?? undefined)
  const redone = await look()
  await undoChange(services, user, redo.change ?? undefined)
  return { first, redo, undone, redone, undoneAgain: await look() }
}

const whole = (of: number) => ({ of, restored: of, kept: [], change: expect.any(String) })

const milkAndBread = ['Milk 1000 0 false', 'Bread 1000 0 true']

test('an item whose name alone goes back is called by that name, the second time too', async () => {
  const { services, ada, add, undo } = await setUp()
  const { id } = await add('Milk')
  const edit = (quantity: number) => editItem(services, ada, id, { name: 'Bread', quantity })
  const { change } = await edit(2500)
  await edit(1000)
  const first = await undo(change)
  expect(first).toMatchObject({ of: 1, restored: 0, kept: ['Milk'] })
  expect(await undo(change)).toEqual(first)
})

describe('is undone and redone:', () => {
  async function withItems() {
    const all = await setUp()
    const milk = await all.add('Milk')
    const bread = await all.add('Bread')
    await all.tick(bread.id, true)
    return { ...all, milk, bread }
  }

  test('a tick', async () => {
    const { services, ada, milk, tick, shown } = await withItems()
    const { change } = await tick(milk.id, true)
    const after = await shown()
    const { first, undone, redone, undoneAgain } = await backAndForth(services, ada, change, shown)
    expect(first).toMatchObject({ kind: 'tick', ...whole(1) })
    expect([undone, redone, undoneAgain]).toEqual([milkAndBread, after, milkAndBread])
  })

  test('an edit', async () => {
    const { services, ada, milk, shown } = await withItems()
    const edit = { name: 'Oat milk', quantity: 2500, price: '1.99' }
    const { change, updatedAt } = await editItem(services, ada, milk.id, edit)
    const { first, undone, redone, undoneAgain } = await backAndForth(services, ada, change, shown)
    expect(first).toMatchObject({ kind: 'edit', ...whole(1) })
    expect([undone, undoneAgain]).toEqual([milkAndBread, milkAndBread])
    expect(redone).toEqual(['Oat milk 2500 199 false', 'Bread 1000 0 true'])
    // An edit form that was open at the time is stale.
    const late = editItem(services, ada, milk.id, { name: 'Soy milk', seen: updatedAt })
    await expect(late).rejects.toMatchObject({ code: 'item-changed' })
  })

  test('an added item', async () => {
    const { services, ada, add, shown } = await withItems()
    const { change } = await add('Eggs', { quantity: '6', price: '0.30' })
    const { first, undone, redone, undoneAgain } = await backAndForth(services, ada, change, shown)
    expect(first).toMatchObject({ kind: 'add', ...whole(1) })
    expect([undone, undoneAgain]).toEqual([milkAndBread, milkAndBread])
    expect(redone).toEqual(['Milk 1000 0 false', 'Eggs 6000 30 false', 'Bread 1000 0 true'])
  })

  test('a deleted item', async () => {
    const { services, ada, milk, shown } = await withItems()
    const { change } = await deleteItem(services, ada, milk.id)
    const { first, undone, redone, undoneAgain } = await backAndForth(services, ada, change, shown)
    expect(first).toMatchObject({ kind: 'delete', ...whole(1) })
    expect([undone, redone, undoneAgain]).toEqual([milkAndBread, ['Bread 1000 0 true'], milkAndBread])
  })

  test('Delete All', async () => {
    const { services, ada, list, events, shown } = await withItems()
    const { change, count } = await deleteAllItems(services, ada, list.id)
    expect(count).toBe(2)
    events.length = 0
    const { first, undone, redone, undoneAgain } = await backAndForth(services, ada, change, shown)
    expect(first).toMatchObject({ kind: 'delete', ...whole(2) })
    expect([undone, redone, undoneAgain]).toEqual([milkAndBread, [], milkAndBread])
    expect(events.map(({ type }) => type)).toEqual(['itemEdited', 'itemDeleted', 'itemEdited'])
  })

  test('clear done', async () => {
    const { services, ada, list, shown } = await withItems()
    const { change, count } = await clearDone(services, ada, list.id)
    expect(count).toBe(1)
    const { first, undone, redone, undoneAgain } = await backAndForth(services, ada, change, shown)
    expect(first).toMatchObject({ kind: 'clear', ...whole(1) })
    expect([undone, redone, undoneAgain]).toEqual([milkAndBread, ['Milk 1000 0 false'], milkAndBread])
  })

  test('AI items, added and increased', async () => {
    const { services, ada, list, shown } = await withItems()
    services.ai = {
      model: 'a test',
      isLimited: true,
      ingredientsFor: async () =>
        foundIngredients([
          { name: 'milk', quantityMilli: 500, priceCents: 0 },
          { name: 'Flour', quantityMilli: 1000, priceCents: 120 },
        ]),
    }
    const question = { recipe: 'Pancakes', listId: list.id, signal: new AbortController().signal }
    const asked = await generateIngredients(services, ada, question)
    const change = 'change' in asked ? asked.change : null
    const { first, undone, redone, undoneAgain } = await backAndForth(services, ada, change, shown)
    expect(first).toMatchObject({ kind: 'ai', ...whole(2) })
    expect([undone, undoneAgain]).toEqual([milkAndBread, milkAndBread])
    expect(redone).toEqual(['Milk 1500 0 false', 'Flour 1000 120 false', 'Bread 1000 0 true'])
  })

  test('untick all', async () => {
    const { services, ada, list, milk, tick, events, shown } = await withItems()
    await tick(milk.id, true)
    const ticked = await shown()
    events.length = 0
    const { change, count } = await untickAll(services, ada, list.id)
    expect(count).toBe(2)
    expect((await untickAll(services, ada, list.id)).change).toBeNull()
    const { first, undone, redone, undoneAgain } = await backAndForth(services, ada, change, shown)
    expect(first).toMatchObject({ kind: 'tick', ...whole(2) })
    expect([undone, undoneAgain]).toEqual([ticked, ticked])
    expect(redone).toEqual(['Milk 1000 0 false', 'Bread 1000 0 false'])
    expect(events.map(({ type }) => type)).toEqual(Array(4).fill('itemEdited'))
  })

  test("a list's new name", async () => {
    const { services, ada, list, events } = await setUp()
    const name = async () => {
      const { name, storedBytes } = await listFor(services.db, ada, list.id, 'see')
      return `${name} ${storedBytes}`
    }
    const before = await name()
    const { change } = await editList(services, ada, list.id, { name: 'Café ☕' })
    const after = await name()
    expect(after).toBe(`Café ☕ ${bytesOf('Café ☕')}`)
    const { first, undone, redone, undoneAgain } = await backAndForth(services, ada, change, name)
    expect(first).toMatchObject({ kind: 'list', ...whole(1), list: { deleted: false } })
    expect([undone, redone, undoneAgain]).toEqual([before, after, before])
    expect(events.map(({ type, itemID }) => [type, itemID])).toEqual(Array(4).fill(['itemEdited', undefined]))
  })

  test('a copied list', async () => {
    const { services, ada, list } = await withItems()
    const names = async () => (await listsOf(services, ada)).map(({ name }) => name)
    const { id, change } = await duplicateList(services, ada, copyName(ENGLISH), list.id, {})
    const { first, undone, redone, undoneAgain } = await backAndForth(services, ada, change, names)
    expect(first).toMatchObject({ kind: 'list', ...whole(3), list: { id, deleted: true } })
    expect([undone, redone, undoneAgain]).toEqual([
      ['Market'],
      [expect.stringMatching(/^Market, /), 'Market'],
      ['Market'],
    ])
  })

  test('a guessed price that was confirmed', async () => {
    const { services, ada, list, add } = await setUp()
    const { id } = await add('Milk', { price: '1.20' })
    await services.write((tx) => tx.update(items).set({ priceGuessed: true }).where(eq(items.id, id)).run())
    const guess = async () => (await itemsOf(services, ada, list.id)).map((item) => item.priceGuessed)
    const renamed = await editItem(services, ada, id, { name: 'Oat milk' })
    expect(renamed.priceGuessed).toBe(true)
    const { change, priceGuessed } = await editItem(services, ada, id, { name: 'Oat milk', price: '1.20' })
    expect(priceGuessed).toBe(false)
    const { undone, redone, undoneAgain } = await backAndForth(services, ada, change, guess)
    expect([undone, redone, undoneAgain]).toEqual([[true], [false], [true]])
  })

  test('shared lines on a list', async () => {
    const { services, ada, list, shown } = await withItems()
    const lines = ['2 Eggs', 'Jam']
    const { change } = await addShared(services, ada, { id: newId(), listID: list.id, lines })
    const { first, undone, redone, undoneAgain } = await backAndForth(services, ada, change, shown)
    expect(first).toMatchObject({ kind: 'share', ...whole(2), list: { deleted: false } })
    expect([undone, undoneAgain]).toEqual([milkAndBread, milkAndBread])
    expect(redone).toHaveLength(4)
  })

  test('shared lines and their new list', async () => {
    const { services, ada, events } = await withItems()
    const lines = ['2 Eggs', 'Jam']
    const { id, change } = await addShared(services, ada, { id: newId(), newList: 'Party', lines })
    const all = async () => {
      const found = await listsOf(services, ada)
      const names = found.map(({ name }) => name)
      if (!names.includes('Party')) return names
      return [...names, ...(await itemsOf(services, ada, id)).map(({ name }) => name)]
    }
    const before = await all()
    events.length = 0
    const { first, redo, undone, redone, undoneAgain } = await backAndForth(services, ada, change, all)
    expect(first).toMatchObject({ kind: 'share', ...whole(3), list: { id, deleted: true } })
    expect(redo).toMatchObject({ ...whole(3), list: { id, deleted: false } })
    expect([undone, redone, undoneAgain]).toEqual([['Market'], before, ['Market']])
    expect(before).toEqual(['Party', 'Market', 'Eggs', 'Jam'])
    expect(events.map(({ type }) => type)).toEqual(['listDeleted', 'listRestored', 'listDeleted'])
    expect(await undoChange(services, ada, change ?? undefined)).toEqual(first)
  })

  test('a new list', async () => {
    const { services, ada, undo } = await setUp()
    const { change } = await addList(services, ada, { name: 'Party' })
    const names = async () => (await listsOf(services, ada)).map(({ name }) => name)
    const { first, undone, redone } = await backAndForth(services, ada, change, names)
    expect(first).toMatchObject({ kind: 'list', ...whole(1), list: { deleted: true } })
    expect([undone, redone]).toEqual([['Market'], ['Party', 'Market']])
    expect(await undo(change)).toEqual(first)
  })

  test('a deleted list, with its items and its receipt', async () => {
    const { services, ada, list, events, shown } = await withItems()
    const { receipt } = await setReceipt(services, ada, list.id, async () => upload)
    const { change } = await deleteList(services, ada, list.id)
    events.length = 0
    const { first, undone, redone, undoneAgain } = await backAndForth(services, ada, change, () =>
      shown().catch(() => 'gone'),
    )
    expect(first).toMatchObject({ kind: 'list', ...whole(1), list: { id: list.id, deleted: false } })
    expect([undone, redone, undoneAgain]).toEqual([milkAndBread, 'gone', milkAndBread])
    expect(await receiptOf(services, ada, list.id)).toEqual(receipt)
    expect(events.map(({ type }) => type)).toEqual(['listRestored', 'listDeleted', 'listRestored'])
    // Each change is one revision.
    const revisions = events.map(({ revision }) => revision)
    expect(revisions).toEqual([0, 1, 2].map((n) => (revisions[0] ?? 0) + n))
  })

  nightlyOnPostgres('an added, a replaced and a removed receipt', async () => {
    const { services, ada, list, undo } = await setUp()
    const width = async () => (await receiptOf(services, ada, list.id))?.width
    const added = await setReceipt(services, ada, list.id, async () => upload)
    const ofAdded = await backAndForth(services, ada, added.change, width)
    expect(ofAdded.first).toMatchObject({ kind: 'receipt', ...whole(1) })
    expect([ofAdded.undone, ofAdded.redone, ofAdded.undoneAgain]).toEqual([undefined, 60, undefined])

    await setReceipt(services, ada, list.id, async () => upload)
    const replaced = await setReceipt(services, ada, list.id, async () => other)
    const ofReplaced = await backAndForth(services, ada, replaced.change, width)
    expect(ofReplaced.first).toMatchObject(whole(2))
    expect([ofReplaced.undone, ofReplaced.redone, ofReplaced.undoneAgain]).toEqual([60, 30, 60])

    const removed = await deleteReceipt(services, ada, list.id)
    const ofRemoved = await backAndForth(services, ada, removed.change, width)
    expect([ofRemoved.undone, ofRemoved.redone, ofRemoved.undoneAgain]).toEqual([60, undefined, 60])
    expect(await undo(removed.change)).toEqual(ofRemoved.first)
  })

  test('a restored item and a restored list', async () => {
    const { services, ada, list, milk, shown } = await withItems()
    await deleteItem(services, ada, milk.id)
    const { change } = await restoreItem(services, ada, milk.id)
    expect(await shown()).toEqual(milkAndBread)
    expect((await restoreItem(services, ada, milk.id)).change).toBeNull()
    const ofItem = await backAndForth(services, ada, change, shown)
    expect([ofItem.undone, ofItem.redone]).toEqual([['Bread 1000 0 true'], milkAndBread])

    await deleteList(services, ada, list.id)
    const restored = await restoreList(services, ada, list.id)
    expect((await restoreList(services, ada, list.id)).change).toBeNull()
    const ofList = await backAndForth(services, ada, restored.change, () => shown().catch(() => 'gone'))
    expect([ofList.undone, ofList.redone]).toEqual(['gone', ['Bread 1000 0 true']])
  })
})

describe('backwards:', () => {
  test('ticks of one item, to the first, and forwards again', async () => {
    const { services, ada, list, add, tick, undo, shown } = await setUp()
    const { id } = await add('Milk')
    const made = [
      (await tick(id, true)).change,
      (await tick(id, false)).change,
      (await tick(id, true)).change,
    ]
    made.push((await untickAll(services, ada, list.id)).change)
    const undos: (string | null)[] = []
    for (const [at, change] of made.reverse().entries()) {
      const undone = await undo(change)
      expect(undone).toMatchObject(whole(1))
      expect(await shown()).toEqual([`Milk 1000 0 ${at % 2 === 0}`])
      undos.push(undone.change)
    }
    for (const [at, change] of undos.reverse().entries()) {
      expect(await undo(change)).toMatchObject(whole(1))
      expect(await shown()).toEqual([`Milk 1000 0 ${at % 2 === 0}`])
    }
  })

  test('a late tick from before the undos changes nothing', async () => {
    const { services, ada, add, tick, undo, shown } = await setUp()
    const { id } = await add('Milk', { at: Date.now() - 5000 })
    const changes = [(await tick(id, true)).change, (await tick(id, false)).change]
    const before = Date.now() - 1
    for (const change of changes.reverse()) await undo(change)
    await setCompleted(services, ada, { id, completed: true, at: before })
    expect(await shown()).toEqual(['Milk 1000 0 false'])
  })
})

describe('field by field:', () => {
  test('a field that somebody else changed stays, and the others go back', async () => {
    const { services, ada, add, undo, shown } = await setUp()
    const { id } = await add('Milk')
    const edit = { name: 'Oat milk', quantity: 2000, price: '1' }
    const { change } = await editItem(services, ada, id, edit)
    await editItem(services, ada, id, { ...edit, price: '1.50' })
    expect(await undo(change)).toMatchObject({ of: 1, restored: 0, kept: ['Milk'] })
    expect(await shown()).toEqual(['Milk 1000 150 false'])
  })

  test('an edit goes back although the item was ticked, and a tick although it was edited', async () => {
    const { services, ada, add, tick, undo, shown } = await setUp()
    const { id } = await add('Milk')
    const edit = await editItem(services, ada, id, { name: 'Oat milk' })
    const ticked = await tick(id, true)
    expect(await undo(edit.change)).toMatchObject(whole(1))
    expect(await shown()).toEqual(['Milk 1000 0 true'])
    expect(await undo(ticked.change)).toMatchObject(whole(1))
    expect(await shown()).toEqual(['Milk 1000 0 false'])
  })

  test('the same field stays if somebody changed it, and if they changed it back, that is not an undo', async () => {
    const { services, ada, add, undo, shown } = await setUp()
    const { id } = await add('Milk')
    const { change } = await editItem(services, ada, id, { name: 'Oat milk' })
    await editItem(services, ada, id, { name: 'Soy milk' })
    expect(await undo(change)).toMatchObject({ change: null, of: 1, restored: 0, kept: ['Soy milk'] })
    expect(await shown()).toEqual(['Soy milk 1000 0 false'])
    await editItem(services, ada, id, { name: 'Milk' })
    expect(await undo(change)).toMatchObject({ change: null, of: 1, restored: 0, kept: ['Milk'] })
    expect(await shown()).toEqual(['Milk 1000 0 false'])
  })

  test('an item that somebody ticked again after an undo stays ticked, even in the same millisecond', async () => {
    const { services, ada, add, undo, shown } = await setUp()
    const { id } = await add('Milk', { at: Date.now() - 5000 })
    const tickAt = (completed: boolean, ago: number) =>
      setCompleted(services, ada, { id, completed, at: Date.now() - ago })
    const { change } = await tickAt(true, 3000)
    const { change: unticked } = await tickAt(false, 2000)
    vi.useFakeTimers({ toFake: ['Date'] })
    await undo(unticked)
    await setCompleted(services, ada, { id, completed: false })
    await setCompleted(services, ada, { id, completed: true })
    expect(await undo(change)).toMatchObject({ change: null, restored: 0, kept: ['Milk'] })
    expect(await shown()).toEqual(['Milk 1000 0 true'])
  })

  test('an item that was ticked again stays ticked', async () => {
    const { services, ada, add, undo, shown } = await setUp()
    const { id } = await add('Milk', { at: Date.now() - 5000 })
    const tickAt = (completed: boolean, ago: number) =>
      setCompleted(services, ada, { id, completed, at: Date.now() - ago })
    const { change } = await tickAt(true, 3000)
    await tickAt(false, 2000)
    await tickAt(true, 1000)
    expect(await undo(change)).toMatchObject({ change: null, restored: 0, kept: ['Milk'] })
    expect(await shown()).toEqual(['Milk 1000 0 true'])
  })

  test('a late tick from before the undo changes nothing', async () => {
    const { services, ada, add, tick, undo, shown } = await setUp()
    const { id } = await add('Milk', { at: Date.now() - 5000 })
    const { change } = await tick(id, true)
    const before = Date.now() - 1
    await undo(change)
    await setCompleted(services, ada, { id, completed: true, at: before })
    expect(await shown()).toEqual(['Milk 1000 0 false'])
  })

  test('what was deleted since stays deleted', async () => {
    const { services, ada, add, tick, undo, shown } = await setUp()
    const { id, change: added } = await add('Milk')
    const { change } = await tick(id, true)
    await deleteItem(services, ada, id)
    expect(await undo(change)).toMatchObject({ change: null, restored: 0, kept: ['Milk'] })
    expect(await shown()).toEqual([])
    await restoreItem(services, ada, id)
    expect(await shown()).toEqual(['Milk 1000 0 true'])
    // It isn't as it was added.
    expect(await undo(added)).toMatchObject({ change: null, restored: 0, kept: ['Milk'] })
  })

  test('of a Delete All, items that were restored and deleted again stay deleted', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { services, ada, list, add, undo, shown } = await setUp()
    const milk = await add('Milk')
    const eggs = await add('Eggs')
    await add('Bread')
    const { change } = await deleteAllItems(services, ada, list.id)
    await restoreItem(services, ada, milk.id)
    await restoreItem(services, ada, eggs.id)
    vi.advanceTimersByTime(1)
    await deleteItem(services, ada, milk.id)
    const undone = await undo(change)
    expect(undone).toMatchObject({ of: 3, restored: 1 })
    expect([...undone.kept].sort()).toEqual(['Eggs', 'Milk'])
    expect(await shown()).toEqual(['Eggs 1000 0 false', 'Bread 1000 0 false'])
    expect(await undo(change)).toEqual(undone)
  })

  test('of added items, those that somebody deleted are not undone', async () => {
    const { services, ada, list, undo, shown } = await setUp()
    const lines = ['Milk', 'Eggs']
    const { change } = await addShared(services, ada, { id: newId(), listID: list.id, lines })
    const [milk] = await itemsOf(services, ada, list.id)
    await deleteItem(services, ada, milk?.id ?? '')
    const undone = await undo(change)
    expect(undone).toMatchObject({ of: 2, restored: 1, kept: ['Milk'] })
    expect(await shown()).toEqual([])
    await undo(undone.change)
    expect(await shown()).toEqual(['Eggs 1000 0 false'])
  })

  nightlyOnPostgres(
    'an old receipt stays deleted if there is a newer one than the one that replaced it',
    async () => {
      const { services, ada, list, undo } = await setUp()
      await setReceipt(services, ada, list.id, async () => upload)
      const { change } = await setReceipt(services, ada, list.id, async () => other)
      const { receipt } = await setReceipt(services, ada, list.id, async () => upload)
      expect(await undo(change)).toMatchObject({ of: 2, restored: 0, change: null })
      expect(await receiptOf(services, ada, list.id)).toEqual(receipt)
    },
  )

  test('a new list stays if something was added or changed in it', async () => {
    const { services, ada, undo } = await setUp()
    const { id, change: created } = await addList(services, ada, { name: 'Party' })
    const jam = await addItem(services, ada, { listId: id, ...AddItem.parse({ name: 'Jam' }) })
    expect(await undo(created)).toMatchObject({ change: null, restored: 0, kept: ['Party'] })
    await deleteItem(services, ada, jam.id)
    await setReceipt(services, ada, id, async () => upload)
    expect(await undo(created)).toMatchObject({ change: null, restored: 0 })

    const lines = ['Eggs', 'Wine']
    const shared = await addShared(services, ada, { id: newId(), newList: 'Picnic', lines })
    const [eggs] = await itemsOf(services, ada, shared.id)
    await editItem(services, ada, eggs?.id ?? '', { name: 'Duck eggs' })
    const undone = await undo(shared.change)
    expect(undone).toMatchObject({ of: 3, restored: 1, list: { deleted: false } })
    expect(undone.kept.sort()).toEqual(['Duck eggs', 'Picnic'])
    expect((await itemsOf(services, ada, shared.id)).map(({ name }) => name)).toEqual(['Duck eggs'])
  })
})

describe('repeated', () => {
  test('an undo changes nothing and returns the same, whatever happened since', async () => {
    const { services, ada, list, add, undo, shown } = await setUp()
    const milk = await add('Milk')
    const { change } = await deleteAllItems(services, ada, list.id)
    const id = newId()
    const first = await undo(change, id)
    expect(first.change).toBe(id)
    const { revision } = await listFor(services.db, ada, list.id, 'see')
    expect(await undo(change, id)).toEqual(first)
    expect(await undo(change, newId())).toEqual(first)
    expect(await undo(change)).toEqual(first)
    expect((await listFor(services.db, ada, list.id, 'see')).revision).toBe(revision)
    await deleteItem(services, ada, milk.id)
    expect(await undo(change, id)).toEqual(first)
    expect(await shown()).toEqual([])
  })

  test('undos at the same time make one change', async () => {
    const { services, ada, list, add, undo } = await setUp()
    await add('Milk')
    const { change } = await deleteAllItems(services, ada, list.id)
    const undone = await Promise.all(Array.from({ length: 5 }, () => undo(change)))
    expect(new Set(undone.map((one) => one.change)).size).toBe(1)
    const ofList = await services.db.select().from(changes).where(eq(changes.listId, list.id)).all()
    expect(ofList.filter(({ kind }) => kind === 'delete')).toHaveLength(2)
  })

  test("an operation's id that another change has is replaced", async () => {
    const { add, tick, undo } = await setUp()
    const { id, change: added } = await add('Milk')
    const { change } = await tick(id, true)
    const undone = await undo(change, added ?? undefined)
    expect(undone.change).not.toBe(added)
    expect(undone.restored).toBe(1)
  })
})

/** Adds rows directly, because thousands of requests take long. */
async function fillList(services: Services, listId: string, many: number) {
  const row = { listId, name: 'x', quantityMilli: 1, priceCents: 0, position: 1, createdAt: 1, updatedAt: 1 }
  await services.write(async (tx) => {
    for (let n = 0; n < many; n += 1) {
      await tx
        .insert(items)
        .values({ ...row, id: newId() })
        .run()
    }
  })
}

/** Everything that an undo could change. */
const everything = async ({ db }: Services) => ({
  lists: await db.select().from(lists).orderBy(lists.id).all(),
  items: await db.select().from(items).orderBy(items.id).all(),
  receipts: await db.select().from(receipts).orderBy(receipts.id).all(),
  changes: await db.select().from(changes).orderBy(changes.id).all(),
  effects: await db.select().from(changeItems).orderBy(changeItems.changeId, changeItems.itemId).all(),
})

describe('restoring changes nothing', () => {
  async function refuses(services: Services, attempts: (() => Promise<unknown>)[], error: object) {
    const before = await everything(services)
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(error)
    expect(await everything(services)).toEqual(before)
  }

  nightlyOnPostgres('if the list is full', async () => {
    const { services, ada, list, add, undo } = await setUp()
    const milk = await add('Milk')
    const { change } = await deleteItem(services, ada, milk.id)
    await fillList(services, list.id, MAX_ITEMS_PER_LIST)
    const attempts = [() => undo(change), () => restoreItem(services, ada, milk.id)]
    await refuses(services, attempts, { code: 'too-many-items', status: 409 })
  })

  nightlyOnPostgres('if the account has 500 lists', async () => {
    const { services, ada, list, undo } = await setUp()
    const { change } = await deleteList(services, ada, list.id)
    await services.write(async (tx) => {
      for (let n = 0; n < MAX_LISTS_PER_USER; n += 1) {
        await tx.insert(lists).values({ id: newId(), name: 'x', createdBy: ada.id, createdAt: 1 }).run()
      }
    })
    const attempts = [() => undo(change), () => restoreList(services, ada, list.id)]
    await refuses(services, attempts, { code: 'too-many-lists', status: 409 })
  })

  nightlyOnPostgres('if the storage is full', async () => {
    const { services, ada, list, add, undo } = await setUp({ STORAGE_PER_ACCOUNT: '1MB' })
    const milk = await add('Milk')
    const deletion = await deleteItem(services, ada, milk.id)
    await setReceipt(services, ada, list.id, async () => upload)
    const removal = await deleteReceipt(services, ada, list.id)
    const party = await addList(services, ada, { name: 'Party' })
    const ofList = await deleteList(services, ada, party.id)
    const fill = (storedBytes: number) =>
      services.write((tx) => tx.update(lists).set({ storedBytes }).where(eq(lists.id, list.id)).run())
    await fill(999_999)
    const attempts = [
      () => undo(deletion.change),
      () => undo(removal.change),
      () => undo(ofList.change),
      () => restoreItem(services, ada, milk.id),
      () => restoreList(services, ada, party.id),
    ]
    await refuses(services, attempts, { code: 'storage-limit-reached', status: 409 })
    await fill(500_000)
    for (const attempt of attempts) await attempt()
  })
})

test('somebody who inherited more than 500 lists can undo', async () => {
  const { services, ada, add, undo } = await setUp()
  const milk = await add('Milk')
  await services.write(async (tx) => {
    for (let n = 0; n < MAX_LISTS_PER_USER; n += 1) {
      await tx.insert(lists).values({ id: newId(), name: 'x', createdBy: ada.id, createdAt: 1 }).run()
    }
  })
  const { change } = await deleteItem(services, ada, milk.id)
  expect(await undo(change)).toMatchObject({ restored: 1, of: 1 })
})

test('restoring makes nothing else go, because the account holds no more than before', async () => {
  const { services, ada, list, add, undo } = await setUp({ STORAGE_PER_ACCOUNT: '1MB' })
  const milk = await add('Milk')
  const bread = await add('Bread')
  const { change } = await deleteItem(services, ada, milk.id)
  await deleteItem(services, ada, bread.id)
  const { storedBytes, historyBytes } = await listFor(services.db, ada, list.id, 'see')
  const filled = storedBytes + 1_000_000 - (storedBytes + historyBytes)
  await services.write((tx) => tx.update(lists).set({ storedBytes: filled }).run())
  await undo(change)
  await restoreItem(services, ada, bread.id)
  expect(await services.db.select().from(items).all()).toHaveLength(2)
})

test("a stranger can't undo or restore, and learns nothing", async () => {
  const { services, ada, list, add, undo } = await setUp()
  const eve = await addUser(services, 'Eve')
  const milk = await add('Milk')
  const { change } = await deleteItem(services, ada, milk.id)
  const before = await everything(services)
  const failure = (attempt: Promise<unknown>) => attempt.catch(({ code, status }) => ({ code, status }))
  const missing = { code: 'change-not-found', status: 404 }
  expect(await failure(undoChange(services, eve, change ?? undefined))).toEqual(missing)
  expect(await failure(undoChange(services, eve, newId()))).toEqual(missing)
  expect(await failure(undoChange(services, eve, undefined))).toEqual(missing)
  await expect(restoreItem(services, eve, milk.id)).rejects.toMatchObject({ code: 'item-not-found' })
  expect(await everything(services)).toEqual(before)
  const deletion = await deleteList(services, ada, list.id)
  expect(await failure(undoChange(services, eve, deletion.change ?? undefined))).toEqual(missing)
  await expect(restoreList(services, eve, list.id)).rejects.toMatchObject({ code: 'list-not-found' })
  await undo(deletion.change)
})

test('what happened on a deleted list can only be undone after the list is restored', async () => {
  const { services, ada, list, add, undo, shown } = await setUp()
  const milk = await add('Milk')
  const { change } = await deleteItem(services, ada, milk.id)
  await deleteList(services, ada, list.id)
  await expect(undo(change)).rejects.toMatchObject({ code: 'change-not-found', status: 404 })
  await expect(restoreItem(services, ada, milk.id)).rejects.toMatchObject({ status: 404 })
  await restoreList(services, ada, list.id)
  await undo(change)
  expect(await shown()).toEqual(['Milk 1000 0 false'])
})

describe('later', () => {
  async function deleteThings() {
    vi.useFakeTimers({ toFake: ['Date'] })
    const all = await setUp()
    const milk = await all.add('Milk')
    const bread = await all.add('Bread')
    await setReceipt(all.services, all.ada, all.list.id, async () => upload)
    const party = await addList(all.services, all.ada, { name: 'Party' })
    const made = [
      (await all.tick(bread.id, true)).change,
      (await deleteItem(all.services, all.ada, milk.id)).change,
      (await deleteReceipt(all.services, all.ada, all.list.id)).change,
      (await deleteList(all.services, all.ada, party.id)).change,
    ]
    return { ...all, made, milk, party }
  }

  test.each([
    ['29 seconds', 29_000],
    ['23 hours', (23 / 24) * DAY],
    ['29 days', 29 * DAY],
  ])('%s: everything can still be undone', async (_name, time) => {
    const { services, ada, list, made, undo, shown } = await deleteThings()
    vi.advanceTimersByTime(time)
    await sweepDeleted(services)
    for (const change of made) expect(await undo(change)).toMatchObject({ restored: 1, kept: [] })
    expect(await shown()).toEqual(['Milk 1000 0 false', 'Bread 1000 0 false'])
    expect(await receiptOf(services, ada, list.id)).toMatchObject({ width: 60 })
    expect(await listsOf(services, ada)).toHaveLength(2)
  })

  test('29 days: what an undo deletes again is kept for another 29 days', async () => {
    const { services, milk, made, undo, shown } = await deleteThings()
    const [, deletion] = made
    vi.advanceTimersByTime(29 * DAY)
    const restored = await undo(deletion ?? null)
    const deletedAgain = await undo(restored.change)
    vi.advanceTimersByTime(29 * DAY)
    await sweepDeleted(services)
    expect(await undo(deletedAgain.change)).toMatchObject(whole(1))
    expect(await shown()).toContain(`${milk.name} 1000 0 false`)
  })

  test('30 days, after the sweep: nothing can be undone or restored', async () => {
    const { services, ada, made, milk, party, undo, shown } = await deleteThings()
    vi.advanceTimersByTime(30 * DAY)
    await sweepDeleted(services)
    for (const change of made) await expect(undo(change)).rejects.toMatchObject({ status: 404 })
    await expect(restoreItem(services, ada, milk.id)).rejects.toMatchObject({ status: 404 })
    await expect(restoreList(services, ada, party.id)).rejects.toMatchObject({ status: 404 })
    expect(await shown()).toEqual(['Bread 1000 0 true'])
  })
})
