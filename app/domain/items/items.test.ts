import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listFor, type User } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { AddItem, EditItem, SetCompleted } from '#app/domain/inputs.ts'
import { MAX_ITEMS_PER_LIST } from '#app/domain/limitsAndLifetimes.ts'
import { addList } from '#app/domain/lists/lists.ts'
import type { ListEvent } from '#app/domain/liveEvents.ts'
import { formOp } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { items as itemsTable } from '#db/schema.ts'
import { nightlyOnPostgres } from '#tests/support/nightly.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { onPostgres, size } from '#tests/support/size.ts'
import { deleteAllItems, deleteItem } from './deleteItems.ts'
import type { Item } from './findItem.ts'
import { addItem, editItem, itemsIn, itemsOf, setCompleted } from './items.ts'

const RUNS = size('ITEM_RUNS', { short: onPostgres ? 10 : 50, full: 200 })

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services, 'Ada')
  const eve = await addUser(services, 'Eve')
  const list = await addList(services, ada, { name: 'Saturday market' })
  const events: ListEvent[] = []
  services.events.onEvent((event) => events.push(event))
  return { services, ada, eve, list, events }
}

const add = (services: Services, user: User, listId: string, fields: Record<string, unknown>) =>
  addItem(services, user, { listId, ...AddItem.parse(fields) })

const names = async (services: Services, user: User, listId: string) =>
  (await itemsOf(services, user, listId)).map((item) => item.name)

test('a new item has the defaults, raises the revision and is published after the commit', async () => {
  const { services, ada, list, events } = await setUp()
  const stored: Promise<Item[]>[] = []
  services.events.onEvent(() => stored.push(services.db.select().from(itemsTable).all()))
  const { change, currency: _, ...item } = await add(services, ada, list.id, { name: '  Milk  ' })
  expect(change).toEqual(expect.any(String))
  expect(item).toMatchObject({ name: 'Milk', quantityMilli: 1000, priceCents: 0, completed: false })
  expect(await stored[0]).toEqual([item])
  expect((await listFor(services.db, ada, list.id, 'see')).revision).toBe(1)
  expect(events).toEqual([{ type: 'itemCreated', listID: list.id, revision: 1, itemID: item.id }])
})

test('sending the same add twice adds one item; the same id with another name adds both', async () => {
  const { services, ada, list, events } = await setUp()
  const id = newId()
  for (const name of ['Milk', 'Milk', 'Bread']) {
    const input = { listId: list.id, ...AddItem.parse({ id, name }) }
    await addItem(services, ada, input, formOp(services, ada, id, 'add', [list.id, name]))
  }
  expect(await names(services, ada, list.id)).toEqual(['Milk', 'Bread'])
  expect(events).toHaveLength(2)
})

test('quick adds keep the order in which they were made, whichever arrives first', async () => {
  const { services, ada, list } = await setUp()
  const now = Date.now()
  await add(services, ada, list.id, { name: 'Second', at: now - 500 })
  await add(services, ada, list.id, { name: 'First', at: now - 1000 })
  expect(await names(services, ada, list.id)).toEqual(['First', 'Second'])
})

test('rows are in the order they were added, open ones first; a tick moves a row, an edit does not', async () => {
  const { services, ada, list } = await setUp()
  const at = Date.now() - 1000
  const ids = new Map<string, string>()
  // At the same moment, the id decides.
  for (const name of ['Milk', 'Bread', 'Eggs', 'Salt']) {
    const item = await add(services, ada, list.id, { id: newId(), name, at: name === 'Salt' ? at - 1 : at })
    ids.set(name, item.id)
  }
  const tick = (name: string, completed: boolean) =>
    setCompleted(services, ada, { id: ids.get(name) ?? '', completed })
  expect(await names(services, ada, list.id)).toEqual(['Salt', 'Milk', 'Bread', 'Eggs'])
  await tick('Eggs', true)
  await tick('Salt', true)
  await editItem(services, ada, ids.get('Milk'), EditItem.parse({ name: 'Oat milk' }))
  expect(await names(services, ada, list.id)).toEqual(['Oat milk', 'Bread', 'Salt', 'Eggs'])
  expect((await itemsIn(services, list)).map(({ name }) => name)).toEqual([
    'Oat milk',
    'Bread',
    'Salt',
    'Eggs',
  ])
  await tick('Salt', false)
  expect(await names(services, ada, list.id)).toEqual(['Salt', 'Oat milk', 'Bread', 'Eggs'])
})

// ASVS 8.2.2
test("a stranger can't view, add, edit, complete or delete items", async () => {
  const { services, ada, eve, list, events } = await setUp()
  const item = await add(services, ada, list.id, { name: 'Milk' })
  const before = await services.db.select().from(itemsTable).all()
  const attempts = [
    () => itemsOf(services, eve, list.id),
    () => add(services, eve, list.id, { name: 'Poison' }),
    () => editItem(services, eve, item.id, EditItem.parse({ name: 'Poison' })),
    () => setCompleted(services, eve, SetCompleted.parse({ id: item.id, completed: 'on' })),
    () => deleteItem(services, eve, item.id),
    () => deleteAllItems(services, eve, list.id),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ status: 404 })
  expect(await services.db.select().from(itemsTable).all()).toEqual(before)
  expect(events).toHaveLength(1)
})

test("a missing item or list and another user's fail with the same error", async () => {
  const { services, ada, eve, list } = await setUp()
  const item = await add(services, ada, list.id, { name: 'Milk' })
  const failure = async (attempt: Promise<unknown>) => attempt.catch(({ code, params }) => ({ code, params }))
  expect(await failure(deleteItem(services, eve, item.id))).toEqual(
    await failure(deleteItem(services, eve, newId())),
  )
  expect(await failure(itemsOf(services, eve, list.id))).toEqual(
    await failure(itemsOf(services, eve, newId())),
  )
})

test('a tick that was made before the latest one changes nothing', async () => {
  const { services, ada, list, events } = await setUp()
  const { id } = await add(services, ada, list.id, { name: 'Milk', at: Date.now() - 5000 })
  const now = Date.now()
  await setCompleted(services, ada, { id, completed: true, at: now - 100 })
  await setCompleted(services, ada, { id, completed: false, at: now - 900 })
  expect(await itemsOf(services, ada, list.id)).toMatchObject([{ completed: true }])
  expect(events.map((event) => event.type)).toEqual(['itemCreated', 'itemEdited'])
})

test('a repeated tick changes nothing, and ticks still work after the clock is set back', async () => {
  const { services, ada, list, events } = await setUp()
  const { id } = await add(services, ada, list.id, { name: 'Milk' })
  await setCompleted(services, ada, { id, completed: true })
  await setCompleted(services, ada, { id, completed: true })
  expect(events).toHaveLength(2)
  await services.write((tx) =>
    tx
      .update(itemsTable)
      .set({ completedAt: Date.now() + 3_600_000 })
      .run(),
  )
  await setCompleted(services, ada, { id, completed: false })
  expect(await itemsOf(services, ada, list.id)).toMatchObject([{ completed: false }])
})

test('ticked items come after the open ones', async () => {
  const { services, ada, list } = await setUp()
  for (const name of ['Milk', 'Bread', 'Eggs']) await add(services, ada, list.id, { name })
  const [milk] = await itemsOf(services, ada, list.id)
  await setCompleted(services, ada, { id: milk?.id ?? '', completed: true })
  expect(await names(services, ada, list.id)).toEqual(['Bread', 'Eggs', 'Milk'])
})

test("editing an item that was changed since fails with its current values; ticks don't count", async () => {
  const { services, ada, list } = await setUp()
  const item = await add(services, ada, list.id, { name: 'Milk', price: '1.20' })
  await setCompleted(services, ada, { id: item.id, completed: true })
  const ours = await editItem(services, ada, item.id, { name: 'Oat milk', seen: item.updatedAt })
  expect(ours).toMatchObject({ name: 'Oat milk', priceCents: 120 })
  const late = editItem(services, ada, item.id, { name: 'Soy milk', seen: item.updatedAt })
  const params = { name: 'Oat milk', quantityMilli: 1000, priceCents: 120, updatedAt: ours.updatedAt }
  await expect(late).rejects.toMatchObject({ code: 'item-changed', status: 409, params })
  await editItem(services, ada, item.id, { name: 'Soy milk', seen: ours.updatedAt })
  expect(await names(services, ada, list.id)).toEqual(['Soy milk'])
})

test('sending the same edit twice makes one change', async () => {
  const { services, ada, list, events } = await setUp()
  const item = await add(services, ada, list.id, { name: 'Milk' })
  const edit = { name: 'Oat milk', seen: item.updatedAt }
  await editItem(services, ada, item.id, edit)
  await editItem(services, ada, item.id, edit)
  expect(events).toHaveLength(2)
})

// ASVS 2.3.2
nightlyOnPostgres('adding to a full list fails and changes nothing', async () => {
  const { services, ada, list } = await setUp()
  const now = Date.now()
  await services.write(async (tx) => {
    for (let index = 0; index < MAX_ITEMS_PER_LIST; index += 1) {
      const row = { id: newId(), listId: list.id, name: 'x', quantityMilli: 1, priceCents: 1 }
      await tx
        .insert(itemsTable)
        .values({ ...row, position: now, createdAt: now, updatedAt: now })
        .run()
    }
  })
  await expect(add(services, ada, list.id, { name: 'One more' })).rejects.toMatchObject({
    code: 'too-many-items',
  })
  expect(await itemsOf(services, ada, list.id)).toHaveLength(MAX_ITEMS_PER_LIST)
})

test('random ticks end in the latest state, in any order of arrival', async () => {
  const { services, ada, list } = await setUp()
  const op = fc.record({
    item: fc.integer({ min: 0, max: 4 }),
    completed: fc.boolean(),
    at: fc.integer({ min: 1, max: 1_000_000 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(op, { minLength: 1, maxLength: 40, selector: (one) => one.at }),
      async (ops) => {
        await deleteAllItems(services, ada, list.id)
        const ids = Array.from({ length: 5 }, () => newId())
        for (const id of ids) await add(services, ada, list.id, { id, name: id, at: 1 })
        await Promise.all(
          ops.map(({ item, completed, at }) =>
            setCompleted(services, ada, { id: ids[item] ?? '', completed, at }),
          ),
        )
        const wanted = new Map(ids.map((id) => [id, false]))
        for (const { item, completed } of ops.toSorted((a, b) => a.at - b.at))
          wanted.set(ids[item] ?? '', completed)
        const found = await itemsOf(services, ada, list.id)
        expect(new Map(found.map((row) => [row.id, row.completed]))).toEqual(
          new Map(found.map((row) => [row.id, wanted.get(row.id)])),
        )
        expect(found).toHaveLength(ids.length)
      },
    ),
    { numRuns: RUNS, seed: 4 },
  )
})

test("two clients with outdated views never undo each other's edits", async () => {
  const { services, ada, list } = await setUp()
  const change = fc.record({
    client: fc.constantFrom(0, 1),
    kind: fc.constantFrom('tick', 'tick', 'edit', 'delete', 'look'),
    item: fc.integer({ min: 0, max: 3 }),
    completed: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 40 }), async (changes) => {
      await deleteAllItems(services, ada, list.id)
      const ids: string[] = []
      for (const name of ['a', 'b', 'c', 'd'])
        ids.push((await add(services, ada, list.id, { name, at: 1 })).id)
      const look = () => itemsOf(services, ada, list.id)
      const views = [await look(), await look()]
      const model = new Map(
        (await look()).map((row) => [row.id, { name: row.name, completed: row.completed }]),
      )
      let clock = 1000
      for (const [index, { client, kind, item, completed }] of changes.entries()) {
        const id = ids[item] ?? ''
        const seen = views[client]?.find((row) => row.id === id)
        const now = model.get(id)
        clock += 1
        if (kind === 'look') views[client] = await look()
        if (kind === 'tick') {
          const ticked = setCompleted(services, ada, { id, completed, at: clock })
          if (now) await ticked
          else await expect(ticked).rejects.toMatchObject({ status: 404 })
          if (now) model.set(id, { ...now, completed })
        }
        if (kind === 'edit' && seen) {
          const name = `${client}-${index}`
          // Refused if and only if this client hasn't seen the item's current name.
          const fresh = now && seen.name === now.name
          const edited = editItem(services, ada, id, { name, seen: seen.updatedAt })
          if (fresh) await edited
          else await expect(edited).rejects.toMatchObject({ status: now ? 409 : 404 })
          if (fresh) model.set(id, { ...now, name })
        }
        if (kind === 'delete' && now) {
          await deleteItem(services, ada, id)
          model.delete(id)
        }
      }
      const found = (await look()).map(({ id, name, completed }) => [id, { name, completed }] as const)
      expect(new Map(found)).toEqual(model)
    }),
    { numRuns: RUNS, seed: 11 },
  )
})
