import { count } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ofList } from '#app/domain/access/access.ts'
import type { Services } from '#app/services.ts'
import { changes, operations, users } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import type { Actor } from './access/access.ts'
import { undoChange } from './history/undo.ts'
import { newId } from './ids.ts'
import { AddItem } from './inputs.ts'
import { addItem, itemsOf } from './items/items.ts'
import { addList } from './lists/lists.ts'
import type { ListEvent } from './liveEvents.ts'
import { Link } from './sharing/inputs.ts'
import { removeMember } from './sharing/leave.ts'
import { createLink, guestFor } from './sharing/links.ts'
import { addMember } from './sharing/people.ts'
import { newSecret } from './sharing/tokens.ts'
import { answeredOp, formOp, formOrOutboxOp, type Op, outboxOp, type Repeated, write } from './write.ts'

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  const ben = await addUser(services, 'Ben')
  const shared = { userId: ben.id, role: 'editor', addedBy: ada.id } as const
  await services.write((tx) => addMember(tx, list.id, shared))
  const link = await createLink(services, ada, list.id, Link.parse({}), { caller: CALLER })
  const guest = await guestFor(services, link.token, 'Anna', newSecret())
  const events: ListEvent[] = []
  services.events.onEvent((event) => events.push(event))
  const milk = { listId: list.id, ...AddItem.parse({ name: 'Milk' }) }
  const add = <Again>(actor: Actor, op: Op<Again> | undefined) => addItem(services, actor, milk, op)
  const names = async () => (await itemsOf(services, ada, list.id)).map(({ name }) => name)
  return { services, ada, ben, guest, list, milk, events, add, names }
}

const countRows = async ({ db }: Services, table: typeof changes | typeof operations) =>
  (await db.select({ n: count() }).from(table).get())?.n

const ID = newId()
type Make = (services: Services, actor: Actor) => Op<Repeated> | undefined
const SENDERS: [string, Make][] = [
  ['the outbox', () => outboxOp(ID)],
  ['a form', (services, actor) => formOp(services, actor, ID, 'add', 'Milk')],
  ['a form that the outbox may send', (services, actor) => known(services, actor, undefined)],
  ['a program', (services, actor) => answeredOp(services, actor, ['POST /item', 'key'], 'Milk')],
]
const known = (services: Services, actor: Actor, op: string | undefined) =>
  formOrOutboxOp(services, actor, { op, id: ID }, 'add', 'Milk')

describe.each(SENDERS)('sent by %s', (_sender, make) => {
  test.each(['ada', 'guest'] as const)('an operation of %s is done and published once', async (who) => {
    const { services, events, add, names, ...people } = await setUp()
    const actor = people[who]
    const send = () => add(actor, make(services, actor))
    const first = await send()
    const again = await Promise.all([send(), send()])
    for (const { change } of again) expect(change).toBe(first.change)
    expect(await names()).toEqual(['Milk'])
    expect(events).toHaveLength(1)
    await undoChange(services, actor, first.change ?? undefined)
    await send()
    expect(await names()).toEqual([])
  })

  test('the same from somebody else is another operation', async () => {
    const { services, ada, guest, add, names } = await setUp()
    for (const actor of [ada, guest]) await add(actor, make(services, actor))
    expect(await names()).toEqual(['Milk', 'Milk'])
  })

  test('a commit that fails leaves neither the change nor the operation', async () => {
    const { services, ada, list, milk, events, names } = await setUp()
    const before = await countRows(services, changes)
    const lost: Services['write'] = (work) =>
      services.write(async (tx) => {
        await work(tx)
        throw new Error('lost')
      })
    await expect(addItem({ ...services, write: lost }, ada, milk, make(services, ada))).rejects.toThrow(
      'lost',
    )
    expect([await names(), events]).toEqual([[], []])
    expect(await countRows(services, changes)).toBe(before)
    expect(await countRows(services, operations)).toBe(0)
    await addItem(services, ada, { ...milk, listId: list.id }, make(services, ada))
    expect(await names()).toEqual(['Milk'])
  })
})

test('forms and programs get the same answer again, as long as they have the right', async () => {
  const { services, ada, ben, list, add } = await setUp()
  const make = () => formOp(services, ben, ID, 'add', 'Milk')
  const first = await add(ben, make())
  expect(await add(ben, make())).toEqual(first)
  await removeMember(services, ada, list.id, ben.id, CALLER)
  await expect(add(ben, make())).rejects.toMatchObject({ code: 'list-not-found' })
})

test('the same form with something else in it is another operation', async () => {
  const { services, ada, list, add } = await setUp()
  await add(ada, known(services, ada, undefined))
  const eggs = { listId: list.id, ...AddItem.parse({ name: 'Eggs' }) }
  const op = formOrOutboxOp(services, ada, { op: undefined, id: ID }, 'add', 'Eggs')
  expect(await addItem(services, ada, eggs, op)).toMatchObject({ name: 'Eggs' })
})

test('what follows the commit runs once, and not for a change that failed', async () => {
  const { services, ada, list } = await setUp()
  const ran: string[] = []
  const unit = (name: string) =>
    write(services, {
      actor: ada,
      op: outboxOp(ID),
      find: ofList(ada, list.id, 'own'),
      async work() {
        if (name === 'refused') throw new Error(name)
        return { result: { name } }
      },
      after: (result, found) => ran.push(`${result.name} ${found.list.name}`),
    })
  await expect(unit('refused')).rejects.toThrow('refused')
  expect(await unit('first')).toEqual({ name: 'first', change: null })
  expect(await unit('second')).toEqual({ isRepeated: true, change: null, items: [] })
  expect(ran).toEqual(['first Market'])
})

test("an account's kept answers go with it, and a list's with the list", async () => {
  const { services, ada, guest, add } = await setUp()
  await add(ada, known(services, ada, undefined))
  await add(guest, known(services, guest, undefined))
  await addList(services, ada, { name: 'Other' }, formOp(services, ada, ID, 'list', 'Other'))
  expect(await countRows(services, operations)).toBe(3)
  await services.write((tx) => tx.delete(users).run())
  expect(await countRows(services, operations)).toBe(0)
})
