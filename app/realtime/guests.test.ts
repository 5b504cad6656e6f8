import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { restoreList } from '#app/domain/history/trash.ts'
import { addItem } from '#app/domain/items/items.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import { acceptInvite, createInvite } from '#app/domain/sharing/invites.ts'
import { leaveList, removeMember } from '#app/domain/sharing/leave.ts'
import { createLink, guestFor, revokeLink } from '#app/domain/sharing/links.ts'
import { noteSeen } from '#app/domain/sharing/seen.ts'
import { listLinks, listMembers } from '#db/schema.ts'
import { connect, cookieOf, startLiveServer, subscribe } from '#tests/support/live.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { createBus } from './bus.ts'

const MILK = { name: 'Milk', quantity: 1000, price: '0', completed: false }

async function setUp() {
  const services = await testServices()
  const server = await startLiveServer(services)
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Weekend' })
  const makeLink = async (expires?: number) => {
    const input = { role: 'editor', expires, label: 'Party' } as const
    const { id, token = '' } = await createLink(services, ada, list.id, input, { caller: CALLER })
    return { id, token }
  }
  const makeMember = async (name = 'Ben') => {
    const user = await addUser(services, name)
    const { token } = await createInvite(services, ada, list.id, { role: 'editor' }, { caller: CALLER })
    await acceptInvite(services, user, token, CALLER)
    return user
  }
  return { services, server, ada, list, makeLink, makeMember }
}

async function guest(server: Parameters<typeof connect>[0], listID: string, token: string) {
  const client = await connect(server, undefined)
  client.send({ type: 'subscribe', listID, token })
  expect(await client.next()).toMatchObject({ type: 'subscribed', listID })
  return client
}

test('people without an account get the events of the list of their link', async () => {
  const { services, server, ada, list, makeLink } = await setUp()
  const anna = await guest(server, list.id, (await makeLink()).token)
  await addItem(services, ada, { ...MILK, listId: list.id })
  expect(await anna.next()).toMatchObject({ type: 'itemCreated', listID: list.id, revision: 1 })
})

test('a link subscribes to its own list only', async () => {
  const { services, server, ada, makeLink } = await setUp()
  const other = await addList(services, ada, { name: 'Other' })
  const { token } = await makeLink()
  for (const listID of [other.id, '01890000-0000-7000-8000-000000000000', 'nonsense']) {
    const client = await connect(server, undefined)
    client.send({ type: 'subscribe', listID, token })
    expect(await client.next()).toEqual({ type: 'refused', listID })
    expect(await client.closed).toEqual({ code: 1008, reason: 'not signed in' })
  }
})

test.each(['x', 'A'.repeat(32), 'A'.repeat(64)])('an unknown token is refused: %s', async (token) => {
  const { server, list } = await setUp()
  const client = await connect(server, undefined)
  client.send({ type: 'subscribe', listID: list.id, token })
  expect(await client.next()).toEqual({ type: 'refused', listID: list.id })
  expect((await client.closed).code).toBe(1008)
})

test('without a session, everything but a link closes the socket', async () => {
  const { server, list, makeLink } = await setUp()
  for (const message of [
    { type: 'subscribe', listID: list.id },
    { type: 'message', text: 'hi' },
    { type: 'unsubscribe', listID: list.id },
  ]) {
    const client = await connect(server, undefined)
    client.send(message)
    expect((await client.closed).code).toBe(1008)
  }
  const anna = await guest(server, list.id, (await makeLink()).token)
  anna.send({ type: 'unsubscribe', listID: list.id })
  expect((await anna.closed).code).toBe(1008)
})

test('turning a link off ends its subscriptions at once, and no others', async () => {
  const { services, server, ada, list, makeLink } = await setUp()
  const [first, second] = [await makeLink(), await makeLink()]
  const [anna, tom] = [await guest(server, list.id, first.token), await guest(server, list.id, second.token)]
  await revokeLink(services, ada, list.id, first.id, CALLER)
  expect(await anna.next()).toEqual({ type: 'refused', listID: list.id })
  expect((await anna.closed).code).toBe(1008)
  expect(await tom.next()).toMatchObject({ type: 'membersChanged' })
  await addItem(services, ada, { ...MILK, listId: list.id })
  expect(await tom.next()).toMatchObject({ type: 'itemCreated' })
})

test('a link that expires ends its subscriptions', async () => {
  const { services, server, list, makeLink } = await setUp()
  const { id, token } = await makeLink(60_000)
  await services.write((tx) =>
    tx
      .update(listLinks)
      .set({ expiresAt: Date.now() + 300 })
      .where(eq(listLinks.id, id))
      .run(),
  )
  const anna = await guest(server, list.id, token)
  expect(await anna.next()).toEqual({ type: 'refused', listID: list.id })
  expect((await anna.closed).code).toBe(1008)
})

test('everyone on a deleted list hears of its return, also after a reconnect, and nobody else', async () => {
  const { services, server, ada, list, makeLink, makeMember } = await setUp()
  const [link, ended] = [await makeLink(), await makeLink()]
  const [ben, tom] = [await makeMember(), await makeMember('Tom')]
  const there = [
    await subscribe(server, await cookieOf(services, ada), list.id),
    await subscribe(server, await cookieOf(services, ben), list.id),
    await guest(server, list.id, link.token),
  ]
  const tab = await subscribe(server, await cookieOf(services, tom), list.id)
  const lisa = await guest(server, list.id, ended.token)
  await deleteList(services, ada, list.id)
  for (const client of [...there, tab, lisa])
    expect(await client.next()).toMatchObject({ type: 'listDeleted' })

  const left = Date.now()
  await services.write(async (tx) => {
    await tx.delete(listMembers).where(eq(listMembers.userId, tom.id)).run()
    await tx.update(listLinks).set({ revokedAt: left }).where(eq(listLinks.id, ended.id)).run()
  })
  services.events.endAccess({ listId: list.id, userId: tom.id })
  services.events.endAccess({ listId: list.id, linkId: ended.id })
  for (const client of [tab, lisa]) expect(await client.next()).toEqual({ type: 'refused', listID: list.id })
  expect((await lisa.closed).code).toBe(1008)
  const stranger = await connect(server, await cookieOf(services, await addUser(services, 'Eve')))
  for (const client of [tab, stranger]) {
    client.send({ type: 'subscribe', listID: list.id })
    expect(await client.next()).toEqual({ type: 'refused', listID: list.id })
  }

  const late = [await connect(server, await cookieOf(services, ben)), await connect(server, undefined)]
  late[0]?.send({ type: 'subscribe', listID: list.id })
  late[1]?.send({ type: 'subscribe', listID: list.id, token: link.token })
  for (const client of late)
    expect(await client.next()).toEqual({ type: 'listDeleted', listID: list.id, revision: 1 })

  await restoreList(services, ada, list.id)
  for (const client of [...there, ...late])
    expect(await client.next()).toEqual({ type: 'listRestored', listID: list.id, revision: 2 })
  for (const client of [tab, stranger]) {
    client.send({ type: 'message', text: 'nothing before this' })
    expect(await client.next()).toMatchObject({ type: 'message' })
  }
})

test('a link of another 60 days waits for its end', async () => {
  const { server, list, makeLink } = await setUp()
  const anna = await guest(server, list.id, (await makeLink(60 * 86_400_000)).token)
  await vi.waitFor(() => expect(anna.socket.readyState).toBe(anna.socket.OPEN))
})

test('removing a member ends their subscriptions, and their socket stays open', async () => {
  const { services, server, ada, list, makeMember } = await setUp()
  const ben = await makeMember()
  const own = await addList(services, ben, { name: 'Own' })
  const client = await subscribe(server, await cookieOf(services, ben), list.id)
  client.send({ type: 'subscribe', listID: own.id })
  await client.next()
  await removeMember(services, ada, list.id, ben.id, CALLER)
  expect(await client.next()).toEqual({ type: 'refused', listID: list.id })
  await addItem(services, ada, { ...MILK, listId: list.id })
  await addItem(services, ben, { ...MILK, listId: own.id })
  expect(await client.next()).toMatchObject({ type: 'itemCreated', listID: own.id })
  client.send({ type: 'subscribe', listID: list.id })
  expect(await client.next()).toEqual({ type: 'refused', listID: list.id })
})

test('everyone else learns who came and who left', async () => {
  const { services, server, ada, list, makeMember } = await setUp()
  const client = await subscribe(server, await cookieOf(services, ada), list.id)
  const ben = await makeMember()
  expect(await client.next()).toMatchObject({ type: 'membersChanged', listID: list.id })
  await leaveList(services, ben, list.id, CALLER)
  expect(await client.next()).toMatchObject({ type: 'membersChanged', listID: list.id })
})

test('after events of other servers were missed, those who may not see a list any longer are refused', async () => {
  const services = await testServices()
  let reconnect = () => {}
  services.events = await createBus(async ({ onReconnect }) => {
    reconnect = onReconnect
    return { send: () => {}, close: async () => {} }
  })
  const server = await startLiveServer(services)
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Weekend' })
  const input = { role: 'editor', expires: undefined, label: '' } as const
  const gone = await createLink(services, ada, list.id, input, { caller: CALLER })
  const kept = await createLink(services, ada, list.id, input, { caller: CALLER })
  const anna = await guest(server, list.id, gone.token ?? '')
  const tom = await guest(server, list.id, kept.token ?? '')
  await services.write((tx) =>
    tx.update(listLinks).set({ revokedAt: Date.now() }).where(eq(listLinks.id, gone.id)).run(),
  )
  reconnect()
  expect(await anna.next()).toEqual({ type: 'refused', listID: list.id })
  expect(await tom.next()).toMatchObject({ type: 'subscribed' })
})

test('others with an account learn what a reader has seen; the reader and people with a link do not', async () => {
  const { services, server, ada, list, makeLink, makeMember } = await setUp()
  const ben = await makeMember()
  const { token } = await makeLink()
  const client = await subscribe(server, await cookieOf(services, ada), list.id)
  const own = await subscribe(server, await cookieOf(services, ben), list.id)
  const anna = await guest(server, list.id, token)
  await noteSeen(services, ben, { listId: list.id, revision: 0 })
  expect(await client.next()).toMatchObject({ type: 'seen', listID: list.id, readerId: ben.id, name: 'Ben' })
  await noteSeen(services, await guestFor(services, token), { listId: list.id, revision: 0 })
  expect(await client.next()).toMatchObject({ type: 'seen', name: 'Party', revision: 0 })
  expect(await own.next()).toMatchObject({ type: 'seen', name: 'Party' })
  await deleteList(services, ada, list.id)
  expect(await anna.next()).toMatchObject({ type: 'listDeleted' })
})

test('100 sockets may come from one network without an account, not 101', async () => {
  const { server } = await setUp()
  await Promise.all(Array.from({ length: 100 }, () => connect(server, undefined)))
  await expect(connect(server, undefined)).rejects.toThrow('refused with 429')
})
