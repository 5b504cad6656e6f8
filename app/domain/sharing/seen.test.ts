import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { listFor, type User } from '#app/domain/access/access.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, editItem, setCompleted } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import type { ListSeen } from '#app/domain/liveEvents.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { acceptInvite, createInvite } from './invites.ts'
import { removeMember } from './leave.ts'
import { createLink, guestFor, revokeLink } from './links.ts'
import { newsByList } from './newsByList.ts'
import { newsOf, noteSeen, seenByOf, setShowsSeen } from './seen.ts'
import { createSeenRecorder } from './seenRecorder.ts'

const MILK = { name: 'Milk', quantity: 1000, price: '0', completed: false }

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const ben = await addUser(services, 'Ben')
  const list = await addList(services, ada, { name: 'Market' })
  const { token } = await createInvite(services, ada, list.id, { role: 'editor' }, { caller: CALLER })
  await acceptInvite(services, ben, token, CALLER)
  const seen: ListSeen[] = []
  services.events.onSeen((one) => seen.push(one))
  const see = async (reader: Parameters<typeof noteSeen>[1], revision: number) => {
    const before = seen.length
    await noteSeen(services, reader, { listId: list.id, revision })
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(before))
  }
  const news = async (user: User) => newsOf(services, user, await listFor(services.db, user, list.id, 'see'))
  return { services, ada, ben, list, seen, see, news }
}

test('the others see how far somebody has read, and what is new since', async () => {
  const { services, ada, ben, list, see, news } = await setUp()
  await addItem(services, ada, { ...MILK, listId: list.id })
  await see(ben, 1)
  const [person] = await seenByOf(services.db, ada, list)
  if (!person) throw new Error('nobody has read')
  expect(person).toMatchObject({ id: ben.id, name: 'Ben', revision: 1 })
  expect((await news(ada)).unseen).toEqual([])
  const oats = await addItem(services, ada, { ...MILK, name: 'Oat milk', listId: list.id })
  const eggs = await addItem(services, ada, { ...MILK, name: 'Eggs', listId: list.id })
  await addItem(services, ben, { ...MILK, name: 'Salt', listId: list.id })
  await setCompleted(services, ada, { id: oats.id, completed: true })
  await editItem(services, ada, eggs.id, { name: 'Brown eggs' })
  await deleteItem(services, ada, eggs.id)
  expect((await news(ada)).unseen.sort()).toEqual([oats.id, eggs.id].sort())
  expect(await seenByOf(services.db, ben, list)).toEqual([])
})

test('who comes back learns what others deleted and changed meanwhile', async () => {
  const { services, ada, ben, list, see, news } = await setUp()
  const [milk, eggs, salt] = await Promise.all(
    ['Milk', 'Eggs', 'Salt'].map((name) => addItem(services, ada, { ...MILK, name, listId: list.id })),
  )
  if (!milk || !eggs || !salt) throw new Error('nothing was added')
  expect((await news(ada)).missed).toEqual([])
  await see(ada, 3)
  await deleteItem(services, ada, salt.id)
  await addItem(services, ben, { ...MILK, name: 'Oats', listId: list.id })
  expect((await news(ada)).missed.map(({ verb }) => verb)).toEqual([])
  await deleteItem(services, ben, milk.id)
  await editItem(services, ben, eggs.id, { name: 'Eggs', quantity: 12_000 })
  const { missed } = await news(ada)
  const found = missed.filter(({ verb }) => verb !== 'added')
  expect(found.map(({ verb, itemId }) => [verb, itemId])).toEqual([
    ['edited', eggs.id],
    ['deleted', milk.id],
  ])
  await undoChange(services, ben, found[1]?.id)
  const left = (await news(ada)).missed.map(({ verb }) => verb)
  expect(left).toContain('edited')
  expect(left).not.toContain('deleted')
})

test.each([1_000, 0.5, -1, Number.POSITIVE_INFINITY])(
  'a revision %d that does not exist was not seen',
  async (revision) => {
    const { services, ada, ben, list, see } = await setUp()
    await see(ben, revision)
    expect(await seenByOf(services.db, ada, list)).toMatchObject([{ revision: 0 }])
  },
)

test.each([
  [1.5, 1],
  [-7, 0],
  [Number.NEGATIVE_INFINITY, 0],
  [Number.POSITIVE_INFINITY, 2],
])('a made-up revision counts as one that there is: %s', async (made, counted) => {
  const { services, ada, ben, list, see } = await setUp()
  await addItem(services, ada, { ...MILK, listId: list.id })
  await addItem(services, ada, { ...MILK, listId: list.id })
  await see(ben, made)
  expect(await seenByOf(services.db, ada, list)).toMatchObject([{ revision: counted }])
})

test('people with a link read under its label and the name they gave, until it is turned off', async () => {
  const { services, ada, list, see } = await setUp()
  const input = { role: 'viewer', expires: undefined, label: 'Grandma' } as const
  const [first, second] = [
    await createLink(services, ada, list.id, input, { caller: CALLER }),
    await createLink(services, ada, list.id, input, { caller: CALLER }),
  ]
  await see(await guestFor(services, first.token), 0)
  await see(await guestFor(services, second.token, 'Anna'), 0)
  const byName = await seenByOf(services.db, ada, list)
  expect(byName.map(({ name, guestName }) => [name, guestName])).toEqual(
    expect.arrayContaining([
      ['Grandma', null],
      ['Grandma', 'Anna'],
    ]),
  )
  for (const { id } of [first, second]) await revokeLink(services, ada, list.id, id, CALLER)
  expect(await seenByOf(services.db, ada, list)).toEqual([])
})

test('who has turned it off, or is not on the list any longer, has seen nothing', async () => {
  const { services, ada, ben, list, see } = await setUp()
  await see(ben, 0)
  await setShowsSeen(services, ben, false)
  expect(await seenByOf(services.db, ada, list)).toEqual([])
  await noteSeen(services, ben, { listId: list.id, revision: 0 })
  await services.seen.close()
  expect(await seenByOf(services.db, ada, list)).toEqual([])
  await setShowsSeen(services, ben, true)
  await see(ada, 0)
  expect(await seenByOf(services.db, ben, list)).toMatchObject([{ name: 'Ada' }])
  await removeMember(services, ada, list.id, ben.id, CALLER)
  await expect(noteSeen(services, ben, { listId: list.id, revision: 0 })).rejects.toThrow('list-not-found')
})

test('a list has news of what others added since it was last on the screen, and is still to buy', async () => {
  const { services, ada, ben, list, see } = await setUp()
  const add = (name: string, by = ben) => addItem(services, by, { ...MILK, name, listId: list.id })
  const news = async () => Object.fromEntries(await newsByList(services, ada))
  await add('Before')
  expect(await news()).toEqual({})
  await see(ada, 1)
  expect(await news()).toEqual({})
  await pause(2)
  await add('Own', ada)
  expect(await news()).toEqual({})
  await add('Oats')
  await add('Eggs')
  const salt = await add('Salt')
  await setCompleted(services, ada, { id: salt.id, completed: true })
  expect(await news()).toEqual({ [list.id]: { n: 2, names: ['Ben'] } })
  const eggs = await add('Brown eggs')
  await deleteItem(services, ben, eggs.id)
  const input = { role: 'editor', expires: undefined, label: 'Grandma' } as const
  const { token } = await createLink(services, ada, list.id, input, { caller: CALLER })
  await addItem(services, await guestFor(services, token, 'Anna'), { ...MILK, listId: list.id })
  const { n, names } = (await news())[list.id] ?? {}
  expect({ n, names: names?.sort() }).toEqual({ n: 3, names: ['Anna', 'Ben'] })
  expect(await newsByList(services, ben)).toEqual(new Map())
  await services.seen.close()
  await noteSeen(services, ada, { listId: list.id, revision: 100 })
  await services.seen.close()
  expect(await news()).toEqual({})
})

test('nothing is written for a list that only its owner can open', async () => {
  const { services, ada } = await setUp()
  const own = await addList(services, ada, { name: 'Own' })
  await noteSeen(services, ada, { listId: own.id, revision: 0 })
  await services.seen.close()
  expect(await services.db.query.listSeen.findMany()).toEqual([])
})

test('each person on a list costs one write in ten seconds, the last with the newest revision', async () => {
  const { services, ada, list } = await setUp()
  vi.useFakeTimers({ now: Date.now() })
  const write = vi.fn(services.write) as typeof services.write
  const recorder = createSeenRecorder({ ...services, write })
  try {
    const note = (revision: number) =>
      recorder.note({ listId: list.id, actor: ada, revision, at: Date.now() })
    for (let revision = 0; revision <= 20; revision += 1) {
      note(revision)
      vi.advanceTimersByTime(400)
    }
    expect(write).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(10_000)
    expect(write).toHaveBeenCalledTimes(2)
    note(21)
    vi.advanceTimersByTime(100)
  } finally {
    vi.useRealTimers()
  }
  await recorder.close()
  expect(write).toHaveBeenCalledTimes(3)
  expect(await services.db.query.listSeen.findMany()).toMatchObject([{ readerId: ada.id, revision: 21 }])
})

test('an older revision that arrives late changes nothing', async () => {
  const { services, ada, list } = await setUp()
  for (const revision of [7, 3]) {
    const recorder = createSeenRecorder(services)
    recorder.note({ listId: list.id, actor: ada, revision, at: revision })
    await recorder.close()
  }
  expect(await services.db.query.listSeen.findMany()).toMatchObject([{ revision: 7, at: 7 }])
})
