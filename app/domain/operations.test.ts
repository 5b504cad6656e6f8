import { count } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { sweepDeleted } from '#app/domain/sweeps/sweeps.ts'
import type { Services } from '#app/services.ts'
import { changes, lists, operations } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import type { Actor } from './access/access.ts'
import { purgeItem, restoreItem } from './history/trash.ts'
import { undoChange } from './history/undo.ts'
import { newId } from './ids.ts'
import { AddItem, EditItem, SetCompleted } from './inputs.ts'
import { deleteItem } from './items/deleteItems.ts'
import type { Item } from './items/findItem.ts'
import { addItem, editItem, itemsOf, setCompleted } from './items/items.ts'
import { addList } from './lists/lists.ts'
import type { ListEvent } from './liveEvents.ts'
import { QuickAdd, quickAdd } from './quickAdd/quickAdd.ts'
import { Link } from './sharing/inputs.ts'
import { createLink, guestFor, revokeLink } from './sharing/links.ts'
import { addMember, setRole } from './sharing/people.ts'
import { DAY } from './time.ts'
import { itemIn, outboxOp } from './write.ts'

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  const ben = await addUser(services, 'Ben')
  const shared = { userId: ben.id, role: 'editor', addedBy: ada.id } as const
  await services.write((tx) => addMember(tx, list.id, shared))
  const link = await createLink(services, ada, list.id, Link.parse({ role: 'editor' }), { caller: CALLER })
  const guest = await guestFor(services, link.token, 'Anna')
  const milk = await addItem(services, ada, { listId: list.id, ...AddItem.parse({ name: 'Milk' }) })
  const events: ListEvent[] = []
  services.events.onEvent((event) => events.push(event))
  const rows = () => itemsOf(services, ada, list.id)
  return { services, ada, ben, guest, link, list, milk, events, rows }
}

type World = Awaited<ReturnType<typeof setUp>>

/** What each kind of operation does to the list with its milk. */
const ACTS = {
  add: ({ services, list }: World, actor: Actor, op: string) =>
    addItem(services, actor, { listId: list.id, ...AddItem.parse({ name: 'Eggs' }) }, outboxOp(op)),
  tick: ({ services, milk }: World, actor: Actor, op: string) =>
    setCompleted(services, actor, SetCompleted.parse({ id: milk.id, completed: 'on' }), outboxOp(op)),
  edit: ({ services, milk }: World, actor: Actor, op: string) =>
    editItem(
      services,
      actor,
      milk.id,
      EditItem.parse({ name: 'Oat milk', seen: milk.updatedAt }),
      outboxOp(op),
    ),
  delete: ({ services, milk }: World, actor: Actor, op: string) =>
    deleteItem(services, actor, milk.id, outboxOp(op)),
  'quick add': ({ services, list }: World, actor: Actor, op: string) =>
    quickAdd(services, actor, { listId: list.id, ...QuickAdd.parse({ lines: '2 milk' }) }, outboxOp(op)),
}

const KINDS = Object.entries(ACTS)

const toldOf = ({ id, name, completed, listId }: Item) => ({ id, name, completed, listId })
const countChanges = async ({ db }: Services) => (await db.select({ n: count() }).from(changes).get())?.n ?? 0

describe.each(['a user', 'a guest'])('an operation of %s', (who) => {
  const actorIn = ({ ada, guest }: World): Actor => (who === 'a user' ? ada : guest)

  test.each(KINDS)('sent twice is done once and tells the same: %s', async (_kind, act) => {
    const world = await setUp()
    const op = newId()
    const first = await act(world, actorIn(world), op)
    const rows = await world.rows()
    expect(first.change).toEqual(expect.any(String))
    expect(first).not.toHaveProperty('isRepeated')
    const again = await act(world, actorIn(world), op)
    expect(again).toMatchObject({
      isRepeated: true,
      change: first.change,
      items: [{ id: expect.any(String) }],
    })
    if ('name' in first) expect(itemIn<object>(again)).toMatchObject(toldOf(first))
    else expect(again).toMatchObject(first)
    expect(await world.rows()).toEqual(rows)
    expect(world.events).toHaveLength(1)
  })

  test.each(KINDS)('sent several times at once is done once: %s', async (_kind, act) => {
    const world = await setUp()
    const before = await countChanges(world.services)
    const op = newId()
    const results = await Promise.all(Array.from({ length: 5 }, () => act(world, actorIn(world), op)))
    expect(await countChanges(world.services)).toBe(before + 1)
    expect(new Set(results.map(({ change }) => change)).size).toBe(1)
    expect(results.filter((result) => 'isRepeated' in result)).toHaveLength(4)
  })

  test.each(KINDS)('sent again after it was undone stays undone: %s', async (_kind, act) => {
    const world = await setUp()
    const before = await world.rows()
    const op = newId()
    const { change } = await act(world, actorIn(world), op)
    await undoChange(world.services, world.ada, change ?? '')
    await act(world, actorIn(world), op)
    const shown = (rows: typeof before) =>
      rows.map(({ name, quantityMilli, completed }) => ({ name, quantityMilli, completed }))
    expect(shown(await world.rows())).toEqual(shown(before))
  })

  test.each(KINDS)('is another one than with the same id of somebody else: %s', async (kind, act) => {
    const world = await setUp()
    const op = newId()
    await act(world, actorIn(world), op)
    const other = await act(world, world.ben, op).catch((error) => error)
    // Where the first one left nothing to do, the second notices that on its own.
    expect(other).not.toHaveProperty('isRepeated')
    if (kind === 'delete') expect(other.change).toBeNull()
    if (kind === 'add') expect((await world.rows()).map(({ name }) => name)).toEqual(['Milk', 'Eggs', 'Eggs'])
    if (kind === 'quick add') expect(await world.rows()).toMatchObject([{ quantityMilli: 5000 }])
  })
})

const told = (name: string) => ({ isRepeated: true, items: [expect.objectContaining({ name })] })

test('a deletion sent again after somebody restored the item deletes nothing', async () => {
  const { services, ada, ben, milk, rows } = await setUp()
  const op = newId()
  const { change } = await deleteItem(services, ada, milk.id, outboxOp(op))
  await restoreItem(services, ben, milk.id)
  expect(await deleteItem(services, ada, milk.id, outboxOp(op))).toEqual({ ...told('Milk'), change })
  expect(await rows()).toHaveLength(1)
})

test('a tick sent again after somebody unticked the item leaves it open', async () => {
  const { services, ada, ben, milk, rows } = await setUp()
  const op = newId()
  const tick = { id: milk.id, completed: true }
  await setCompleted(services, ada, tick, outboxOp(op))
  await setCompleted(services, ben, { id: milk.id, completed: false })
  await setCompleted(services, ada, tick, outboxOp(op))
  expect(await rows()).toMatchObject([{ completed: false }])
})

test('an edit whose answer was lost does not conflict with itself, or with what came after it', async () => {
  const { services, ada, ben, milk, rows } = await setUp()
  const op = newId()
  const edit = EditItem.parse({ name: 'Oat milk', seen: milk.updatedAt })
  const { change } = await editItem(services, ada, milk.id, edit, outboxOp(op))
  await editItem(services, ben, milk.id, { name: 'Soy milk' })
  expect(await editItem(services, ada, milk.id, edit, outboxOp(op))).toEqual({
    ...told('Oat milk'),
    change,
  })
  expect(await rows()).toMatchObject([{ name: 'Soy milk' }])
})

const NOT_TOLD = { isRepeated: true, items: [] }

test('what was done stays done when the item, the right or the list is gone', async () => {
  const world = await setUp()
  const { services, ada, ben, guest, link, list, milk } = world
  const [tick, edit, add] = [newId(), newId(), newId()]
  const ticked = await ACTS.tick(world, ben, tick)
  const edited = await ACTS.edit(world, guest, edit)
  const added = await ACTS.add(world, ben, add)
  await deleteItem(services, ada, milk.id)
  expect(await ACTS.tick(world, ben, tick)).toEqual({ ...told('Oat milk'), change: ticked.change })
  await purgeItem(services, ada, milk.id)
  expect(await ACTS.edit(world, guest, edit)).toEqual({ ...NOT_TOLD, change: edited.change })
  await setRole(services, ada, list.id, { userID: ben.id, role: 'viewer' }, CALLER)
  expect(await ACTS.add(world, ben, add)).toEqual({ ...NOT_TOLD, change: added.change })
  await revokeLink(services, ada, list.id, link.id, CALLER)
  expect(await ACTS.edit(world, guest, edit)).toEqual({ ...NOT_TOLD, change: edited.change })
})

test('an operation that changed nothing is remembered without a change', async () => {
  const { services, ada, milk } = await setUp()
  const op = newId()
  const edit = EditItem.parse({ name: 'Milk' })
  expect(await editItem(services, ada, milk.id, edit, outboxOp(op))).toMatchObject({
    name: 'Milk',
    change: null,
  })
  expect(await editItem(services, ada, milk.id, edit, outboxOp(op))).toEqual({
    ...NOT_TOLD,
    change: null,
  })
})

test('a refused operation is not remembered', async () => {
  const { services, ada, ben, milk } = await setUp()
  const op = newId()
  await editItem(services, ben, milk.id, { name: 'Soy milk' })
  const late = EditItem.parse({ name: 'Oat milk', seen: milk.updatedAt })
  await expect(editItem(services, ada, milk.id, late, outboxOp(op))).rejects.toMatchObject({
    code: 'item-changed',
  })
  expect(await services.db.select().from(operations).all()).toEqual([])
  expect(await editItem(services, ada, milk.id, { name: 'Oat milk' }, outboxOp(op))).toMatchObject({
    name: 'Oat milk',
  })
})

test('without an id, nothing is stored', async () => {
  const { services, ada, milk } = await setUp()
  await setCompleted(services, ada, { id: milk.id, completed: true })
  expect(await services.db.select().from(operations).all()).toEqual([])
})

test('an item and a tick of three weeks ago count from then', async () => {
  const { services, ada, list, rows } = await setUp()
  const at = Date.now() - 21 * DAY
  const bread = { listId: list.id, ...AddItem.parse({ id: newId(), name: 'Bread', at }) }
  await addItem(services, ada, bread, outboxOp(newId()))
  const id = bread.id ?? ''
  const tick = (fields: object) =>
    setCompleted(services, ada, SetCompleted.parse({ id, completed: 'on', ...fields }), outboxOp(newId()))
  await tick({ at: at + DAY })
  expect(await rows()).toMatchObject([{ name: 'Milk' }, { name: 'Bread', completedAt: at + DAY }])
  // An older one arrives later.
  expect(await tick({ completed: '', at: at + 1 })).toMatchObject({ completed: true, change: null })
  await tick({ completed: '', at: at + 2 * DAY })
  // Of the open items, it was added first.
  expect((await rows()).map(({ name }) => name)).toEqual(['Bread', 'Milk'])
})

test.each(['-5', 'NaN', '1e99', '8640000000000001', 'yesterday', '', '1.5'])(
  'a tick at the time %j counts as a tick now',
  async (at) => {
    const { services, ada, milk, rows } = await setUp()
    const before = Date.now()
    await setCompleted(
      services,
      ada,
      SetCompleted.parse({ id: milk.id, completed: 'on', at }),
      outboxOp(newId()),
    )
    const [ticked] = await rows()
    expect(ticked).toMatchObject({ completed: true })
    expect(ticked?.completedAt).toBeGreaterThanOrEqual(before)
    expect(ticked?.completedAt).toBeLessThanOrEqual(Date.now())
  },
)

test('operations are kept for 31 days, and as long as their list', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const world = await setUp()
  const { services, ada, list } = world
  const op = newId()
  const stored = async () => (await services.db.select().from(operations).all()).length
  await ACTS.add(world, ada, op)
  vi.advanceTimersByTime(31 * DAY - 1)
  await sweepDeleted(services)
  expect(await ACTS.add(world, ada, op)).toHaveProperty('isRepeated')
  vi.advanceTimersByTime(1)
  await sweepDeleted(services)
  expect(await stored()).toBe(0)
  expect(await ACTS.add(world, ada, op)).toMatchObject({ name: 'Eggs' })
  await services.write((tx) => tx.delete(lists).run())
  expect(await stored()).toBe(0)
  expect(list.id).toBeDefined()
})
