import { eq } from 'drizzle-orm'
import { SQLiteDialect } from 'drizzle-orm/sqlite-core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Actor, listFor } from '#app/domain/access/access.ts'
import { purgeItem } from '#app/domain/history/trash.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { deleteAllItems } from '#app/domain/items/deleteItems.ts'
import { addItem, editItem, itemsOf, setCompleted } from '#app/domain/items/items.ts'
import { MAX_ITEMS_PER_LIST } from '#app/domain/limitsAndLifetimes.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { listsOf } from '#app/domain/lists/ownLists.ts'
import type { ListEvent } from '#app/domain/liveEvents.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { newSecret } from '#app/domain/sharing/tokens.ts'
import { formOp, formOrOutboxOp } from '#app/domain/write.ts'
import { quickAdded } from '#app/words/quickAdded.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { changes, items } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { idInSeries, newId } from '../ids.ts'
import { AddItem } from '../inputs.ts'
import { Link } from '../sharing/inputs.ts'
import { createLink, guestFor } from '../sharing/links.ts'
import { addMember } from '../sharing/people.ts'
import { AddLines, addChecked, QuickAdd, quickAdd } from './quickAdd.ts'

async function setUp(environment = {}) {
  const services = await testServices(environment)
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  const events: ListEvent[] = []
  services.events.onEvent((event) => events.push(event))
  const as =
    (actor: Actor) =>
    (lines: string, id = newId()) => {
      const op = formOp(services, actor, id, 'quick-add', [list.id, lines])
      return quickAdd(services, actor, { listId: list.id, ...QuickAdd.parse({ id, lines }) }, op)
    }
  const item = (name: string, fields: Record<string, unknown> = {}) =>
    addItem(services, ada, { listId: list.id, ...AddItem.parse({ name, ...fields }) })
  const tick = (id: string, completed = true) => setCompleted(services, ada, { id, completed })
  const undo = (change: string | null, actor: Actor = ada) => undoChange(services, actor, change ?? undefined)
  const rows = () => itemsOf(services, ada, list.id)
  /** '2 kg potatoes for 350', and '(ticked)', '(remembered)' */
  const shown = async () =>
    (await rows()).map(({ name, quantityMilli, unit, priceCents, priceFor, ...row }) => {
      const price = priceCents > 0 && (priceFor === 'all' ? `for ${priceCents}` : `at ${priceCents}`)
      const marks = [row.completed && '(ticked)', row.priceRemembered && '(remembered)']
      return [quantityMilli / 1000, unit, name, price, ...marks].filter(Boolean).join(' ')
    })
  const guest = async (name = 'Anna') => {
    const link = await createLink(services, ada, list.id, Link.parse({}), { caller: CALLER })
    return guestFor(services, link.token, name, newSecret())
  }
  const member = async () => {
    const ben = await addUser(services, 'Ben')
    const shared = { userId: ben.id, role: 'editor', addedBy: ada.id } as const
    await services.write((tx) => addMember(tx, list.id, shared))
    return ben
  }
  const all = { services, ada, list, events, as, add: as(ada), item, tick, undo }
  return { ...all, rows, shown, guest, member }
}

type Shown = () => Promise<string[]>

/** Undoes a change, redoes it and undoes it again; returns what is shown after each step. */
async function backAndForth(
  { undo, shown }: { undo: Awaited<ReturnType<typeof setUp>>['undo']; shown: Shown },
  change: string | null,
) {
  const steps = []
  let last = change
  for (let step = 0; step < 3; step += 1) {
    last = (await undo(last)).change
    steps.push(await shown())
  }
  return steps
}

describe('what was typed', () => {
  test('is added in order, as one change with one event', async () => {
    const { services, list, events, add, rows, shown } = await setUp()
    const id = newId()
    const { added, raised, already, skipped, change } = await add('2 kg potatoes $3.50, milk x3, eggs', id)
    expect(await shown()).toEqual(['2 kg potatoes for 350', '3 milk', '1 eggs'])
    expect([raised, already, skipped]).toEqual([[], [], []])
    expect(await rows()).toMatchObject(added.map(({ id, name }) => ({ id, name })))
    const ids = [0, 1, 2].map((index) => idInSeries(id, index))
    expect(added.map((item) => item.id)).toEqual(ids)
    expect(events).toEqual([{ type: 'itemCreated', listID: list.id, revision: 1, itemIDs: ids }])
    const made = services.db.select().from(changes).where(eq(changes.listId, list.id)).orderBy(changes.id)
    expect(await made.all()).toMatchObject([
      {}, // The list itself.
      { id: change, kind: 'add' },
    ])
  })

  test('keeps its order, whether it has 2 lines or 200, and is added after what was there', async () => {
    const { item, add, rows } = await setUp()
    await item('Bread')
    const names = Array.from({ length: 200 }, (_, n) => `Thing no. ${n}!`)
    await add(names.join('\n'))
    expect((await rows()).map(({ name }) => name)).toEqual(['Bread', ...names])
  })

  test('needs no statement that was not prepared for lines as long', async () => {
    const { add } = await setUp()
    const compile = vi.spyOn(SQLiteDialect.prototype, 'sqlToQuery')
    onTestFinished(() => compile.mockRestore())
    const compiledBy = async (...lines: string[]) => {
      compile.mockClear()
      for (const line of lines) await add(line, newId())
      const statements = compile.mock.results.map(({ value }) => String(value.sql))
      // Servers look for due mail at any time.
      return statements.filter((sql) => !sql.includes('from "outbox"'))
    }
    const line = '2 kg potatoes, milk x3, apples'
    expect(await compiledBy(line, line)).not.toEqual([])
    expect(await compiledBy('1 kg plums, tea x2, lemons', '2 kg plums, tea x3, lemons')).toEqual([])
  })

  test('and is one item has its id in the event', async () => {
    const { list, events, add } = await setUp()
    const { added } = await add('milk')
    expect(events).toEqual([{ type: 'itemCreated', listID: list.id, revision: 1, itemID: added[0]?.id }])
  })

  test('is told apart: added, changed, on the list already, and skipped', async () => {
    const { item, tick, add, shown, events } = await setUp()
    await item('Milk')
    await item('Bread')
    const jam = await item('Jam', { quantity: '4' })
    await tick(jam.id)
    events.length = 0
    const result = await add('Shop:\nmilk x2\nbread\njam\neggs x6\n[x] tea\nhttps://example.org')
    const names = (found: { name: string }[]) => found.map(({ name }) => name)
    expect(names(result.added)).toEqual(['eggs'])
    expect(names(result.raised)).toEqual(['Milk', 'Jam'])
    expect(names(result.already)).toEqual(['Bread'])
    expect(result.skipped.sort()).toEqual(['Shop:', 'https://example.org', 'tea'])
    expect(await shown()).toEqual(['3 Milk', '1 Bread', '1 Jam', '6 eggs'])
    expect(events).toHaveLength(1)
  })

  test('is told as it is stored', async () => {
    const { item, tick, add, rows } = await setUp()
    const jam = await item('Jam', { price: '2' })
    await tick(jam.id)
    for (const text of ['12 eggs 2.99', 'eggs x6', 'jam x2', '2 kg potatoes for 3.50', 'potatoes 1 kg']) {
      const result = await add(text)
      const stored = new Map((await rows()).map((row) => [row.id, row]))
      const told = <T extends { id: string }>(found: T[]) =>
        found.map((item) => ({ ...item, ...stored.get(item.id) }))
      const { added, raised, already, ...more } = result
      expect(quickAdded(ENGLISH, result)).toBe(
        quickAdded(ENGLISH, { added: told(added), raised: told(raised), already: told(already), ...more }),
      )
    }
  })

  test('and is on the list already changes nothing', async () => {
    const { item, add, events } = await setUp()
    await item('Milk')
    events.length = 0
    expect(await add('milk')).toMatchObject({
      added: [],
      raised: [],
      already: [{ name: 'Milk' }],
      change: null,
    })
    expect(events).toEqual([])
  })

  test.each([
    ['', 'lines-missing'],
    [' \n', 'lines-missing'],
    [' \n - ', 'only-skipped'],
    ['Dairy:', 'only-skipped'],
    ['[x] milk', 'only-skipped'],
    [Array.from({ length: 201 }, (_, n) => `Thing no. ${n}!`).join('\n'), 'too-many-lines'],
  ])('%#: is refused if it has nothing to add or too much', async (lines, code) => {
    const { add, shown, events } = await setUp()
    await expect(add(lines)).rejects.toMatchObject({ code })
    expect([await shown(), events]).toEqual([[], []])
  })

  test("does not reach someone else's list, nor one that the user may only see", async () => {
    const { services, list, as, ada, shown } = await setUp()
    const eve = await addUser(services, 'Eve')
    await expect(as(eve)('milk')).rejects.toMatchObject({ code: 'list-not-found' })
    const viewer = await addUser(services, 'Vic')
    const shared = { userId: viewer.id, role: 'viewer', addedBy: ada.id } as const
    await services.write((tx) => addMember(tx, list.id, shared))
    await expect(as(viewer)('milk')).rejects.toMatchObject({ status: 403 })
    // Not read, or it would be refused as too much: reading takes the server's time.
    const tooMany = 'milk\n'.repeat(201)
    await expect(as(eve)(tooMany)).rejects.toMatchObject({ code: 'list-not-found' })
    await expect(as(viewer)(tooMany)).rejects.toMatchObject({ status: 403 })
    const lines = Array.from({ length: 201 }, () => 'milk')
    const checked = addChecked(services, viewer, { listId: list.id, lines })
    await expect(checked).rejects.toMatchObject({ status: 403 })
    expect(await shown()).toEqual([])
  })
})

describe('the same operation', () => {
  test('is added once, also in parallel, and answers the same', async () => {
    const { add, shown, item, events } = await setUp()
    await item('Milk')
    events.length = 0
    const id = newId()
    const results = await Promise.all([1, 2, 3].map(() => add('milk x2, eggs', id)))
    results.push(await add('milk x2, eggs', id))
    for (const result of results) expect(result).toEqual(results[0])
    expect(await shown()).toEqual(['3 Milk', '1 eggs'])
    expect(events).toHaveLength(1)
  })

  test('of a guest is added once, too', async () => {
    const { as, guest, shown, item, events, undo } = await setUp()
    await item('Milk')
    events.length = 0
    const anna = await guest()
    const id = newId()
    const add = as(anna)
    const results = await Promise.all([1, 2, 3].map(() => add('milk x2, eggs', id)))
    results.push(await add('milk x2, eggs', id))
    expect(new Set(results.map(({ change }) => change)).size).toBe(1)
    expect(await shown()).toEqual(['3 Milk', '1 eggs'])
    expect(events).toHaveLength(1)
    await undo(results[0]?.change ?? null, anna)
    expect(await shown()).toEqual(['1 Milk'])
    // Repeated after that, it stays undone.
    await add('milk x2, eggs', id)
    expect(await shown()).toEqual(['1 Milk'])
  })

  test('with another text is another one, with ids of its own', async () => {
    const { as, ada, guest, shown, rows } = await setUp()
    for (const actor of [ada, await guest()]) {
      const id = newId()
      const before = (await rows()).length
      await as(actor)(`milk of ${before}`, id)
      await as(actor)(`bread of ${before}`, id)
      await as(actor)(`milk of ${before}`, id)
      expect((await shown()).slice(before)).toEqual([`1 milk of ${before}`, `1 bread of ${before}`])
    }
  })

  test('does not bring back what was deleted for good, and then tells the others', async () => {
    const { services, ada, list, rows, shown } = await setUp()
    const id = newId()
    const lines = 'milk, eggs'
    const add = () => {
      const op = formOrOutboxOp(services, ada, { op: undefined, id }, 'quick-add', lines)
      return quickAdd(services, ada, { listId: list.id, ...QuickAdd.parse({ id, lines }) }, op)
    }
    const { change } = await add()
    const [milk] = await rows()
    await deleteAllItems(services, ada, list.id)
    await purgeItem(services, ada, milk?.id)
    expect(await add()).toMatchObject({ isRepeated: true, change, added: [{ name: 'eggs' }], already: [] })
    expect(await shown()).toEqual([])
  })
})

describe('a limit', () => {
  test('of items lets all in or none', async () => {
    const { services, list, item, add, rows, events } = await setUp()
    const milk = await item('Milk')
    const thing = { listId: list.id, name: 'Thing', quantityMilli: 1000, priceCents: 0, position: 1 }
    const things = Array.from({ length: MAX_ITEMS_PER_LIST - 2 }, () => {
      return { ...thing, id: newId(), createdAt: 1, updatedAt: 1 }
    })
    await services.write((tx) => tx.insert(items).values(things).run())
    events.length = 0
    await expect(add('milk x2, eggs, bread')).rejects.toMatchObject({ code: 'too-many-items' })
    const found = await rows()
    expect(found).toHaveLength(MAX_ITEMS_PER_LIST - 1)
    expect(found.find(({ id }) => id === milk.id)?.quantityMilli).toBe(1000)
    expect(events).toEqual([])
    await add('milk x2, eggs')
    expect(await rows()).toHaveLength(MAX_ITEMS_PER_LIST)
    // More of what is there needs no room.
    await add('eggs x2')
  })

  test('of storage does, too', async () => {
    const { services, item, add, shown } = await setUp()
    await item('Milk')
    services.config.STORAGE_PER_ACCOUNT = 200
    const long = 'very '.repeat(30)
    await expect(add(`milk x2\n${long}large eggs`)).rejects.toMatchObject({ code: 'storage-limit-reached' })
    expect(await shown()).toEqual(['1 Milk'])
  })
})

describe('is undone and redone:', () => {
  test('what was added', async () => {
    const all = await setUp()
    const { change } = await all.add('milk x2, eggs')
    const [undone, redone, again] = await backAndForth(all, change)
    expect([undone, redone, again]).toEqual([[], ['2 milk', '1 eggs'], []])
  })

  test('a larger quantity and a new price', async () => {
    const all = await setUp()
    await all.item('Milk', { price: '1', quantity: '2' })
    const { change } = await all.add('milk x3 1.29')
    expect(await all.shown()).toEqual(['5 Milk at 129'])
    const [undone, redone, again] = await backAndForth(all, change)
    expect([undone, redone, again]).toEqual([['2 Milk at 100'], ['5 Milk at 129'], ['2 Milk at 100']])
  })

  test('an item that came back from the basket', async () => {
    const all = await setUp()
    const milk = await all.item('Milk', { quantity: '4' })
    const bread = await all.item('Bread')
    await all.tick(milk.id)
    await all.tick(bread.id)
    const ticked = ['4 Milk (ticked)', '1 Bread (ticked)']
    const { change, raised } = await all.add('milk x2, bread')
    expect(raised.map(({ completed }) => completed)).toEqual([false, false])
    expect(await all.shown()).toEqual(['2 Milk', '1 Bread'])
    const [undone, redone, again] = await backAndForth(all, change)
    expect([undone, redone, again]).toEqual([ticked, ['2 Milk', '1 Bread'], ticked])
  })

  test('not what came back from the basket, if others need more of it since', async () => {
    const { ada, add, as, item, tick, undo, shown, member } = await setUp()
    const ben = await member()
    await tick((await item('milk')).id)
    const back = await add('milk')
    await as(ben)('milk x3')
    await undo(back.change, ada)
    expect(await shown()).toEqual(['4 milk'])
  })

  test('only what it added, if others added more since', async () => {
    const all = await setUp()
    const ben = await all.member()
    await all.item('Milk', { quantity: '2' })
    const { change } = await all.add('milk x3')
    await all.as(ben)('milk x4')
    expect(await all.shown()).toEqual(['9 Milk'])
    const first = await all.undo(change)
    expect(first).toMatchObject({ restored: 1, of: 1, kept: [] })
    expect(await all.shown()).toEqual(['6 Milk'])
    await all.as(ben)('milk')
    await all.as(ben)('milk x1')
    expect(await all.shown()).toEqual(['7 Milk'])
    const redo = await all.undo(first.change)
    expect(await all.shown()).toEqual(['10 Milk'])
    await all.undo(redo.change)
    expect(await all.shown()).toEqual(['7 Milk'])
  })

  test('with its share of a price for all, if others added more since', async () => {
    const all = await setUp()
    const ben = await all.member()
    await all.add('12 eggs 2.99')
    const { change } = await all.add('6 eggs')
    await all.as(ben)('6 eggs')
    expect(await all.shown()).toEqual(['24 eggs for 599'])
    const undone = await all.undo(change)
    expect(undone).toMatchObject({ restored: 1, of: 1, kept: [] })
    expect(await all.shown()).toEqual(['18 eggs for 449'])
    await all.undo(undone.change)
    expect(await all.shown()).toEqual(['24 eggs for 599'])
  })

  test('each of several, in any order', async () => {
    const { item, add, undo, shown } = await setUp()
    await item('Milk', { quantity: '2' })
    const [three, four, five] = [await add('milk x3'), await add('milk x4'), await add('milk x5')]
    await undo(four.change)
    expect(await shown()).toEqual(['10 Milk'])
    await undo(three.change)
    expect(await shown()).toEqual(['7 Milk'])
    await undo(five.change)
    expect(await shown()).toEqual(['2 Milk'])
  })

  test('not what somebody reduced to less than that since', async () => {
    const { services, ada, item, add, undo, shown } = await setUp()
    const { id } = await item('Milk', { quantity: '2' })
    const { change } = await add('milk x3')
    await editItem(services, ada, id, { name: 'Milk', quantity: 1500 })
    expect(await undo(change)).toMatchObject({ restored: 0, kept: ['Milk'], change: null })
    expect(await shown()).toEqual(['1.5 Milk'])
  })

  test('a new item stays if somebody added more of it since', async () => {
    const { add, undo, shown } = await setUp()
    const { change } = await add('milk x2')
    await add('milk x3')
    expect(await undo(change)).toMatchObject({ restored: 0, kept: ['milk'] })
    expect(await shown()).toEqual(['5 milk'])
  })
})

test.each([
  ['12 eggs 2.99', 'all'],
  ['3 jam 2.99', 'one'],
  ['2 kg potatoes 3.50', 'all'],
])('%s leaves open what the price is for', async (line, priceFor) => {
  const { add } = await setUp()
  const { added, unclear } = await add(line)
  expect(unclear).toMatchObject({ id: added[0]?.id, updatedAt: added[0]?.updatedAt, priceFor })
})

test.each([
  '12x eggs 0.25',
  '12 eggs 0.25 each',
  '12 eggs for 2.99',
  'potatoes 2 kg at 1.75/kg',
  'milk 1.29',
  '3 milk',
  'milk 1.29, 12 eggs for 2.99',
])('%s leaves nothing open', async (line) => {
  const { add } = await setUp()
  expect((await add(line)).unclear).toBeUndefined()
})

test('of several, the first that leaves it open is asked about', async () => {
  const { add } = await setUp()
  await add('milk')
  const { added, unclear } = await add('milk x2 1.29, bread 2.49, 12 eggs 2.99, 6 rolls 1.80')
  expect(added.map(({ name }) => name)).toEqual(['bread', 'eggs', 'rolls'])
  expect(unclear).toMatchObject({ name: 'eggs', priceCents: 299, priceFor: 'all' })
})

test('more of what is on the list leaves nothing open', async () => {
  const { add } = await setUp()
  await add('eggs')
  expect((await add('12 eggs 2.99')).unclear).toBeUndefined()
})

describe('a remembered price', () => {
  async function withPrices() {
    const all = await setUp()
    await all.add('milk 1.29\n2 kg potatoes for 3.50')
    await deleteAllItems(all.services, all.ada, all.list.id)
    return all
  }

  test('is taken if none is stated, scaled if it was for all, and shown as remembered', async () => {
    const { add, shown } = await withPrices()
    const { added } = await add('milk x3, 500 g potatoes, eggs')
    const remembered = ['3 milk at 129 (remembered)', '0.5 kg potatoes for 88 (remembered)', '1 eggs']
    expect(await shown()).toEqual(remembered)
    expect(added.map(({ priceRemembered }) => priceRemembered)).toEqual([true, true, false])
  })

  test('comes with the usual amount where none is stated, and is scaled to a stated one', async () => {
    const { add, shown, services, ada, list } = await setUp()
    await add('12 eggs for 3.29')
    await deleteAllItems(services, ada, list.id)
    await add('eggs')
    expect(await shown()).toEqual(['12 eggs for 329 (remembered)'])
    await deleteAllItems(services, ada, list.id)
    await add('6 eggs')
    expect(await shown()).toEqual(['6 eggs for 165 (remembered)'])
    await deleteAllItems(services, ada, list.id)
    await add('1 eggs')
    expect(await shown()).toEqual(['1 eggs for 27 (remembered)'])
  })

  test('comes with the usual amount from the basket, too', async () => {
    const { add, shown, tick } = await setUp()
    const { added } = await add('12 eggs for 3.29')
    await tick(added[0]?.id ?? '')
    await add('eggs')
    expect(await shown()).toEqual(['12 eggs for 329'])
  })

  test('is not taken for another unit, if a price is stated, nor on the guessing of others', async () => {
    const { add, as, guest, member, shown } = await withPrices()
    await add('milk 2 l\nmilk 0.99')
    await as(await guest())('3 kg potatoes')
    await as(await member())('potatoes x3')
    expect(await shown()).toEqual(['2 l milk', '1 milk at 99', '3 kg potatoes', '3 potatoes'])
  })

  test('is not taken for a box and more of the same, which have one price together', async () => {
    const { add, shown, services, ada, list } = await setUp()
    await add('eggs 0.30 each')
    await deleteAllItems(services, ada, list.id)
    await add('12 eggs 2.99\n6 eggs')
    expect(await shown()).toEqual(['18 eggs for 449'])
  })

  test('that would be less than a cent is none', async () => {
    const { add, shown } = await withPrices()
    await add('1 g potatoes')
    expect(await shown()).toEqual(['0.001 kg potatoes'])
  })

  test('for one says that a bare price beside a count is for one, too', async () => {
    const { services, ada, list, add, shown } = await setUp()
    await add('rolls 0.35 each, buns for 2.99')
    await deleteAllItems(services, ada, list.id)
    await add('12 rolls 0.40, 12 buns 4.20, 12 eggs 2.99')
    expect(await shown()).toEqual(['12 rolls at 40', '12 buns for 420', '12 eggs for 299'])
  })

  test('is confirmed by a tick, and remembered again if that is undone', async () => {
    const all = await withPrices()
    const { added } = await all.add('milk')
    const { change } = await all.tick(added[0]?.id ?? '')
    expect(await all.shown()).toEqual(['1 milk at 129 (ticked)'])
    const [undone, redone, again] = await backAndForth(all, change)
    const open = ['1 milk at 129 (remembered)']
    expect([undone, redone, again]).toEqual([open, ['1 milk at 129 (ticked)'], open])
  })

  test('stays confirmed if the item is unticked', async () => {
    const { add, tick, shown } = await withPrices()
    const { added } = await add('milk')
    await tick(added[0]?.id ?? '')
    await tick(added[0]?.id ?? '', false)
    expect(await shown()).toEqual(['1 milk at 129'])
  })

  test('is confirmed by an edit with a price, not by another edit, and remembered again if that is undone', async () => {
    const all = await withPrices()
    const { added } = await all.add('milk')
    const id = added[0]?.id ?? ''
    const edit = (fields: object) => editItem(all.services, all.ada, id, { name: 'oat milk', ...fields })
    await edit({ quantity: 2000 })
    expect(await all.shown()).toEqual(['2 oat milk at 129 (remembered)'])
    const { change } = await edit({ price: 129 })
    expect(await all.shown()).toEqual(['2 oat milk at 129'])
    const [undone, redone, again] = await backAndForth(all, change)
    const open = ['2 oat milk at 129 (remembered)']
    expect([undone, redone, again]).toEqual([open, ['2 oat milk at 129'], open])
  })

  test('is confirmed by a stated one', async () => {
    const { add, shown } = await withPrices()
    await add('milk')
    await add('milk 1.39')
    expect(await shown()).toEqual(['1 milk at 139'])
  })
})

describe('checked lines', () => {
  test('are read one by one, with their commas', async () => {
    const { services, ada, list, shown } = await setUp()
    const lines = AddLines.parse({ id: newId(), lines: ['flour, plain', ' ', 'Dairy:', '2 kg potatoes'] })
    const twice = [1, 2].map(() => {
      const op = formOp(services, ada, lines.id, 'add-lines', [list.id, lines.lines])
      return addChecked(services, ada, { listId: list.id, ...lines }, op)
    })
    const [first, second] = await Promise.all(twice)
    expect(first).toEqual(second)
    expect(await shown()).toEqual(['1 flour, plain', '1 Dairy', '2 kg potatoes'])
  })

  test.each([
    [[' ', ''], 'lines-required'],
    [Array(201).fill('milk'), 'too-many-lines'],
  ])('%#: are refused if there are none or too many', (lines, code) => {
    expect(AddLines.safeParse({ lines }).error?.issues[0]?.message).toBe(code)
  })
})

test("the list's storage and total are those of its rows", async () => {
  const { services, ada, list, add, undo } = await setUp()
  await add('milk x3 1.29, 2 kg potatoes for 3.50')
  const { change } = await add('milk x2, bread')
  expect((await listsOf(services, ada))[0]).toMatchObject({ items: 3, totalCents: 995n })
  await undo(change)
  expect((await listsOf(services, ada))[0]).toMatchObject({ items: 2, totalCents: 737n })
  const { storedBytes } = await listFor(services.db, ada, list.id, 'see')
  expect(storedBytes).toBe(bytesOf('Market', 'milk', 'potatoes'))
})
