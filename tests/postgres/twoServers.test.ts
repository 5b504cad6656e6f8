import { once } from 'node:events'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deleteAccount } from '#app/domain/accounts/deleteAccount.ts'
import { resetPassword } from '#app/domain/accounts/resetPassword.ts'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { signOut } from '#app/domain/accounts/signIn.ts'
import { mintToken } from '#app/domain/accounts/tokens.ts'
import { restoreList } from '#app/domain/history/trash.ts'
import { deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, editItem } from '#app/domain/items/items.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import { acceptInvite, createInvite } from '#app/domain/sharing/invites.ts'
import { removeMember } from '#app/domain/sharing/leave.ts'
import { createLink, revokeLink } from '#app/domain/sharing/links.ts'
import type { Services } from '#app/services.ts'
import { users } from '#db/schema.ts'
import { connect, cookieOf, startLiveServer, subscribe } from '#tests/support/live.ts'
import { query } from '#tests/support/postgres.ts'
import { addUser, CALLER, twoServices } from '#tests/support/services.ts'

// Live updates between two servers that share a database: changes on `here`, sockets on `there`.

const PASSWORD = 'correct horse battery'
const MILK = { name: 'Milk', quantity: 1000, price: '0', completed: false }
const SIGNED_OUT = { code: 1008, reason: 'signed out' }

async function setUp() {
  const { url, here, there } = await twoServices()
  const user = await addUser(here)
  const list = await addList(here, user, { name: 'Weekend' })
  const servers = { here: await startLiveServer(here), there: await startLiveServer(there) }
  const add = () => addItem(here, user, { ...MILK, listId: list.id })
  return { url, here, there, servers, user, list, add }
}

test('a change on one server reaches the sockets of both, once and in order', async () => {
  const { here, there, servers, user, list, add } = await setUp()
  const cookie = await cookieOf(here, user)
  const sockets = [
    await subscribe(servers.here, cookie, list.id),
    await subscribe(servers.there, cookie, list.id),
  ]
  const { id } = await add()
  await editItem(here, user, id, { name: 'Oat milk' })
  for (const socket of sockets) {
    expect(await socket.next()).toMatchObject({ type: 'itemCreated', revision: 1, itemID: id })
    expect(await socket.next()).toMatchObject({ type: 'itemEdited', revision: 2, itemID: id })
  }
  // Whatever arrived twice would come before this change, which the other server makes.
  await deleteItem(there, user, id)
  for (const socket of sockets) {
    expect(await socket.next()).toMatchObject({ type: 'itemDeleted', revision: 3, itemID: id })
    expect(socket.unread).toEqual([])
  }
})

test('the other server hears that a list is deleted, and that it is back', async () => {
  const { here, servers, user, list } = await setUp()
  const socket = await subscribe(servers.there, await cookieOf(here, user), list.id)
  await deleteList(here, user, list.id)
  expect(await socket.next()).toEqual({ type: 'listDeleted', listID: list.id, revision: 1 })
  await restoreList(here, user, list.id)
  expect(await socket.next()).toEqual({ type: 'listRestored', listID: list.id, revision: 2 })
})

test("logging out closes the session's sockets on the other server, and no others", async () => {
  const { here, servers, user, list, add } = await setUp()
  const session = await here.write((tx) => startSession(tx, user.id))
  const closing = await connect(servers.there, `session=${session}`)
  const staying = await subscribe(servers.there, await cookieOf(here, user), list.id)
  await signOut(here, { ...CALLER, session })
  expect(await closing.closed).toEqual(SIGNED_OUT)
  await add()
  expect(await staying.next()).toMatchObject({ type: 'itemCreated' })
})

test("a password reset closes all of the user's sockets on the other server", async () => {
  const { here, servers, user } = await setUp()
  const phone = await connect(servers.there, await cookieOf(here, user))
  const laptop = await connect(servers.there, await cookieOf(here, user))
  const token = await here.write((tx) => mintToken(tx, 'reset', user.id))
  await resetPassword(here, CALLER, { token, email: user.email, password: PASSWORD })
  expect(await Promise.all([phone.closed, laptop.closed])).toEqual([SIGNED_OUT, SIGNED_OUT])
})

test("deleting an account closes its sockets on the other server, and no one else's", async () => {
  const { here, servers, user, list, add } = await setUp()
  const grace = await addUser(here, 'Grace')
  const passwordHash = await here.passwords.hash(PASSWORD)
  await here.write((tx) => tx.update(users).set({ passwordHash }).run())
  const hers = await connect(servers.there, await cookieOf(here, grace))
  const ours = await subscribe(servers.there, await cookieOf(here, user), list.id)
  await deleteAccount(here, grace, { password: PASSWORD }, CALLER)
  expect(await hers.closed).toEqual(SIGNED_OUT)
  await add()
  expect(await ours.next()).toMatchObject({ type: 'itemCreated' })
})

test('turning a link off and removing a member end the subscriptions on the other server', async () => {
  const { here, servers, user, list } = await setUp()
  const input = { role: 'editor', expires: undefined, label: '' } as const
  const link = await createLink(here, user, list.id, input, { caller: CALLER })
  const guest = await connect(servers.there, undefined)
  guest.send({ type: 'subscribe', listID: list.id, token: link.token })
  expect(await guest.next()).toMatchObject({ type: 'subscribed' })
  const grace = await addUser(here, 'Grace')
  const { token } = await createInvite(here, user, list.id, { role: 'viewer' }, { caller: CALLER })
  await acceptInvite(here, grace, token, CALLER)
  const member = await subscribe(servers.there, await cookieOf(here, grace), list.id)
  expect(await guest.next()).toMatchObject({ type: 'membersChanged' })

  await revokeLink(here, user, list.id, link.id, CALLER)
  expect(await guest.next()).toEqual({ type: 'refused', listID: list.id })
  await removeMember(here, user, list.id, grace.id, CALLER)
  await vi.waitFor(() => expect(member.unread).toContainEqual({ type: 'refused', listID: list.id }))
})

test('a change during a lost connection arrives as a revision, and later changes as usual', async () => {
  const { url, here, servers, user, list, add } = await setUp()
  const socket = await subscribe(servers.there, await cookieOf(here, user), list.id)
  await add()
  expect(await socket.next()).toMatchObject({ type: 'itemCreated', revision: 1 })
  const observer = await listenTo(url)
  const allowConnections = await refuseConnections(url, here)
  await loseNewestRelay(url)

  const notified = once(observer, 'notification')
  await add()
  await notified
  await allowConnections()
  expect(await socket.next()).toEqual({ type: 'subscribed', listID: list.id, revision: 2 })

  await add()
  expect(await socket.next()).toMatchObject({ type: 'itemCreated', revision: 3 })
  expect(socket.unread).toEqual([])
})

test('a session that ended during a lost connection is closed after it', async () => {
  const { url, here, servers, user } = await setUp()
  const session = await here.write((tx) => startSession(tx, user.id))
  const socket = await connect(servers.there, `session=${session}`)
  const observer = await listenTo(url)
  const allowConnections = await refuseConnections(url, here)
  await loseNewestRelay(url)

  const notified = once(observer, 'notification')
  await signOut(here, { ...CALLER, session })
  await notified
  await allowConnections()
  expect(await socket.closed).toEqual(SIGNED_OUT)
})

/** Sees what the servers tell each other. */
async function listenTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'observer' })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('LISTEN larder')
  return client
}

/** Connections that are open stay open, more than `here` needs at once. Returns the function that allows new ones. */
async function refuseConnections(url: string, here: Services) {
  const several = Array.from({ length: 4 })
  await Promise.all([
    ...several.map(() => here.db.select().from(users).all()),
    ...several.map(() => here.write((tx) => tx.select().from(users).all())),
  ])
  const allow = (allowed: boolean) =>
    query(process.env.TEST_POSTGRES ?? '', `ALTER DATABASE ${nameOf(url)} ALLOW_CONNECTIONS ${allowed}`)
  onTestFinished(async () => void (await allow(true)))
  await allow(false)
  return () => allow(true)
}

/** Ends the connection that `there` listens on: its server started last. */
async function loseNewestRelay(url: string) {
  const relays = `
    FROM pg_stat_activity WHERE datname = '${nameOf(url)}' AND application_name = 'larder'
      AND query ~ '^(LISTEN larder|SELECT pg_notify|SELECT 1$)' ORDER BY backend_start DESC`
  const onServer = (sql: string) => query(process.env.TEST_POSTGRES ?? '', sql)
  const running = await onServer(`SELECT pid ${relays}`)
  expect(running).toHaveLength(2)
  const { pid } = running[0] ?? {}
  expect(await onServer(`SELECT pg_terminate_backend(${pid}, 5000) AS ended`)).toEqual([{ ended: true }])
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)
