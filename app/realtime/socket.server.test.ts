import { request } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { endOtherSessions, findSession } from '#app/domain/accounts/sessions.ts'
import { DomainError } from '#app/domain/errors.ts'
import { deleteAllItems, deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, editItem, setCompleted } from '#app/domain/items/items.ts'
import { SESSION_IDLE } from '#app/domain/limitsAndLifetimes.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import { lists, sessions } from '#db/schema.ts'
import { connect, cookieOf, type LiveServer, startLiveServer, subscribe } from '#tests/support/live.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { createBus } from './bus.ts'

const ITEM = { name: 'Milk', quantity: 1000, price: '0', completed: false }

async function setUp(options?: Parameters<typeof startLiveServer>[1], environment?: Record<string, string>) {
  const services = await testServices(environment)
  const server = await startLiveServer(services, options)
  const user = await addUser(services)
  const list = await addList(services, user, { name: 'Weekend' })
  return { services, server, user, list, cookie: await cookieOf(services, user) }
}

function statusOf({ address }: LiveServer, path: string, headers: Record<string, string>, method = 'GET') {
  const [host, port] = address.split(':')
  return new Promise<number | undefined>((resolve, reject) => {
    const req = request({ host, port, path, method, headers })
    req.once('response', (response) => resolve(response.resume().statusCode))
    req.once('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    req.once('error', reject)
    req.end()
  })
}

/** The test triggers the server's heartbeat. */
function fakeHeartbeat() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  return () => vi.advanceTimersByTime(30_000)
}

const HANDSHAKE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

describe('the handshake', () => {
  test('accepts our own pages and signed-in programs', async () => {
    const { server, cookie } = await setUp()
    await connect(server, cookie)
    await connect(server, cookie, { Origin: `http://${server.address}` })
    await connect(server, cookie, { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'same-origin' })
  })

  test('with BASE_URL, only its origin is allowed', async () => {
    const { server, cookie } = await setUp({}, { BASE_URL: 'http://larder.example' })
    await connect(server, cookie, { Origin: 'http://larder.example' })
    await expect(connect(server, cookie, { Origin: `http://${server.address}` })).rejects.toThrow('403')
  })

  // ASVS 4.4.2 4.4.3 4.4.4
  test.each<Record<string, string>>([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  ])('refuses another site, even with the cookie: %o', async (headers) => {
    const { server, cookie } = await setUp()
    await expect(connect(server, cookie, headers)).rejects.toThrow('refused with 403')
  })

  // ASVS 4.4.2 4.4.3 4.4.4
  test.each([undefined, 'session=', `session=${'x'.repeat(43)}`])(
    'closes the socket of a client that is not signed in: %s',
    async (cookie) => {
      const { server } = await setUp()
      const client = await connect(server, cookie)
      expect(await client.closed).toEqual({ code: 1008, reason: 'not signed in' })
    },
  )

  test('does not accept an expired session', async () => {
    const { services, server, cookie } = await setUp()
    await services.write((tx) =>
      tx
        .update(sessions)
        .set({ expiresAt: Date.now() - 1 })
        .run(),
    )
    expect((await (await connect(server, cookie)).closed).code).toBe(1008)
  })

  test.each(['/', '/ws/', '/ws?x=1', '/WS', '/wsx', '//ws'])('responds with 404 at %s', async (path) => {
    const { server, cookie } = await setUp()
    expect(await statusOf(server, path, { ...HANDSHAKE, cookie })).toBe(404)
  })

  test('responds to an invalid handshake with a 4xx', async () => {
    const { server, cookie } = await setUp()
    const { 'Sec-WebSocket-Key': _, ...keyless } = HANDSHAKE
    expect(await statusOf(server, '/ws', { ...keyless, cookie })).toBe(400)
    expect(await statusOf(server, '/ws', { ...HANDSHAKE, cookie }, 'POST')).toBe(405)
    expect(await statusOf(server, '/ws', { ...HANDSHAKE, cookie, 'Sec-WebSocket-Version': '7' })).toBe(400)
    expect(await statusOf(server, '/ws', { ...HANDSHAKE, cookie })).toBe(101)
  })

  test('leaves other upgrades to other listeners, such as Vite', async () => {
    const { server } = await setUp()
    server.http.on('upgrade', (req, socket) => {
      if (req.url === '/hmr') socket.end('HTTP/1.1 418 Teapot\r\nContent-Length: 0\r\n\r\n')
    })
    expect(await statusOf(server, '/hmr', HANDSHAKE)).toBe(418)
  })

  test('ignores an offer of HTTP/2 and handles the request, including its body', async () => {
    const { server } = await setUp({
      handler: async (req, res) => {
        const chunks = await req.toArray()
        res.end(`${req.method} ${req.url} ${Buffer.concat(chunks)}`)
      },
    })
    const response = await new Promise<string>((resolve, reject) => {
      const [host, port] = server.address.split(':')
      const headers = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABk' }
      const req = request({ host, port, path: '/api', method: 'POST', headers }, async (res) => {
        resolve(Buffer.concat(await res.toArray()).toString())
      })
      req.once('error', reject)
      req.end('{"name":"Milk"}')
    })
    expect(response).toBe('POST /api {"name":"Milk"}')
  })

  test('allows 20 sockets per user, and another one when one closes', async () => {
    const { services, server, cookie } = await setUp()
    const twenty = await Promise.all(Array.from({ length: 20 }, () => connect(server, cookie)))
    await expect(connect(server, cookie)).rejects.toThrow('refused with 429')
    await connect(server, await cookieOf(services, await addUser(services, 'Grace')))
    twenty[0]?.socket.close()
    await twenty[0]?.closed
    await vi.waitFor(() => connect(server, cookie))
  })
})

test('handshakes count towards the user’s request limit', async () => {
  const { services, server, user, cookie } = await setUp()
  await connect(server, cookie)
  services.userLimits.consumeRequest = (userId) => {
    expect(userId).toBe(user.id)
    throw new DomainError('too-many-requests', { seconds: 3 })
  }
  await expect(connect(server, cookie)).rejects.toThrow('refused with 429')
})

describe('messages', () => {
  test('a user can subscribe to their own list and gets its revision', async () => {
    const { services, server, user, list, cookie } = await setUp()
    await addItem(services, user, { ...ITEM, listId: list.id })
    const client = await connect(server, cookie)
    client.send({ type: 'subscribe', listID: list.id })
    expect(await client.next()).toEqual({ type: 'subscribed', listID: list.id, revision: 1 })
  })

  test('a revision that was read too early does not hide an event that has already arrived', async () => {
    const { services, server, list, cookie } = await setUp()
    const client = await subscribe(server, cookie, list.id)
    services.events.publish({ type: 'itemEdited', listID: list.id, revision: 1 })
    client.send({ type: 'subscribe', listID: list.id })
    expect(await client.next()).toMatchObject({ type: 'itemEdited', revision: 1 })
    expect(await client.next()).toEqual({ type: 'subscribed', listID: list.id, revision: 1 })
  })

  // ASVS 8.3.1
  test('another user’s list, an unknown one and an invalid id get the same refusal', async () => {
    const { services, server, list } = await setUp()
    const stranger = await connect(server, await cookieOf(services, await addUser(services, 'Eve')))
    for (const listID of [list.id, '01890000-0000-7000-8000-000000000000', 'nonsense', "' OR 1=1 --"]) {
      stranger.send({ type: 'subscribe', listID })
      expect(await stranger.next()).toEqual({ type: 'refused', listID })
    }
    expect(stranger.socket.readyState).toBe(stranger.socket.OPEN)
  })

  test('every subscriber gets every change of the list, in order', async () => {
    const { services, server, user, list, cookie } = await setUp()
    const [phone, tablet] = [
      await subscribe(server, cookie, list.id),
      await subscribe(server, cookie, list.id),
    ]
    const item = await addItem(services, user, { ...ITEM, listId: list.id })
    await editItem(services, user, item.id, { name: 'Oat milk' })
    await setCompleted(services, user, { id: item.id, completed: true })
    await deleteItem(services, user, item.id)
    await addItem(services, user, { ...ITEM, listId: list.id })
    await deleteAllItems(services, user, list.id)
    services.events.publish({ type: 'aiItemsGenerated', listID: list.id, revision: 7 })
    services.events.publish({ type: 'receiptChanged', listID: list.id, revision: 8 })
    await deleteList(services, user, list.id)
    for (const client of [phone, tablet]) {
      const received = []
      while (received.length < 9) received.push(await client.next())
      expect(received.map((event) => event.type)).toEqual([
        'itemCreated',
        'itemEdited',
        'itemEdited',
        'itemDeleted',
        'itemCreated',
        'allItemsDeleted',
        'aiItemsGenerated',
        'receiptChanged',
        'listDeleted',
      ])
      expect(received[0]).toEqual({ type: 'itemCreated', listID: list.id, revision: 1, itemID: item.id })
    }
  })

  test('sends nothing about other lists, and nothing after unsubscribing', async () => {
    const { services, server, user, list, cookie } = await setUp()
    const other = await addList(services, user, { name: 'Other' })
    const client = await subscribe(server, cookie, list.id)
    await addItem(services, user, { ...ITEM, listId: other.id })
    client.send({ type: 'unsubscribe', listID: list.id })
    client.send({ type: 'message', text: 'done?' })
    expect(await client.next()).toEqual({ type: 'message', text: 'done?', ok: true })
    await addItem(services, user, { ...ITEM, listId: list.id })
    client.send({ type: 'message', text: 'done' })
    expect(await client.next()).toEqual({ type: 'message', text: 'done', ok: true })
  })

  test('handles the messages of a socket in order', async () => {
    const { services, server, user, list, cookie } = await setUp()
    const client = await connect(server, cookie)
    client.send({ type: 'subscribe', listID: list.id })
    client.send({ type: 'unsubscribe', listID: list.id })
    client.send({ type: 'message', text: 'first' })
    await client.next()
    await client.next()
    await addItem(services, user, { ...ITEM, listId: list.id })
    client.send({ type: 'message', text: 'second' })
    expect(await client.next()).toEqual({ type: 'message', text: 'second', ok: true })
  })
})

describe('ended sessions', () => {
  // ASVS 7.4.1
  test('a session that ends closes its own sockets immediately', async () => {
    const { services, server, user, list, cookie } = await setUp()
    const elsewhere = await subscribe(server, await cookieOf(services, user), list.id)
    const here = await subscribe(server, cookie, list.id)
    const session = await findSession(services, cookie.replace('session=', ''))
    services.events.endAccess({ userId: user.id, sessionId: session?.id })
    expect((await here.closed).code).toBe(1008)
    await addItem(services, user, { ...ITEM, listId: list.id })
    expect(await elsewhere.next()).toMatchObject({ type: 'itemCreated' })
    expect(here.unread).toEqual([])
  })

  test('ending all sessions closes all sockets of that user and no others', async () => {
    const { services, server, user, cookie } = await setUp()
    const grace = await connect(server, await cookieOf(services, await addUser(services, 'Grace')))
    const both = [await connect(server, cookie), await connect(server, await cookieOf(services, user))]
    services.events.endAccess({ userId: user.id })
    for (const client of both) expect((await client.closed).code).toBe(1008)
    expect(grace.socket.readyState).toBe(grace.socket.OPEN)
  })

  test('ending all other sessions keeps the sockets of the one that stays', async () => {
    const { services, server, user, list, cookie } = await setUp()
    const elsewhere = await connect(server, await cookieOf(services, user))
    const here = await subscribe(server, cookie, list.id)
    const present = cookie.replace('session=', '')
    await endOtherSessions(services, user, present)
    expect((await elsewhere.closed).code).toBe(1008)
    await addItem(services, user, { ...ITEM, listId: list.id })
    expect(await here.next()).toMatchObject({ type: 'itemCreated' })
  })

  test('an ended session cannot subscribe', async () => {
    const { services, server, list, cookie } = await setUp()
    const client = await connect(server, cookie)
    await services.write((tx) => tx.delete(sessions).run())
    client.send({ type: 'subscribe', listID: list.id })
    expect((await client.closed).code).toBe(1008)
  })

  test('the next heartbeat finds an ended session', async () => {
    const beat = fakeHeartbeat()
    const { services, server, cookie } = await setUp()
    const idle = await connect(server, cookie)
    await services.write((tx) => tx.update(sessions).set({ expiresAt: Date.now() }).run())
    beat()
    expect((await idle.closed).code).toBe(1008)
  })

  test('sends nothing to an expired session', async () => {
    const { services, server, user, list, cookie } = await setUp()
    const client = await subscribe(server, cookie, list.id)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + SESSION_IDLE })
    await addItem(services, user, { ...ITEM, listId: list.id })
    expect((await client.closed).code).toBe(1008)
    expect(client.unread).toEqual([])
  })

  test('a list that was deleted for good refuses those who waited for its return', async () => {
    const { services, server, user, list, cookie } = await setUp()
    const client = await subscribe(server, cookie, list.id)
    await deleteList(services, user, list.id)
    expect(await client.next()).toEqual({ type: 'listDeleted', listID: list.id, revision: 1 })
    await services.write((tx) => tx.delete(lists).run())
    client.send({ type: 'subscribe', listID: list.id })
    expect(await client.next()).toEqual({ type: 'refused', listID: list.id })
  })
})

describe('heartbeats and shutdown', () => {
  test('keeps clients that answer pings and disconnects those that do not', async () => {
    const beat = fakeHeartbeat()
    const { server, cookie } = await setUp()
    const alive = await connect(server, cookie)
    const pinged = new Promise((resolve) => alive.socket.once('ping', resolve))
    const cut = new Promise((resolve) => {
      server.http.once('upgrade', (_req, socket) => socket.once('close', resolve))
    })
    const dead = await connect(server, cookie)
    // Like a client that vanished: it reads and sends nothing.
    dead.socket.pause()
    beat()
    await pinged
    alive.send({ type: 'message', text: 'after my pong' })
    await alive.next()
    beat()
    await cut
    alive.send({ type: 'message', text: 'here' })
    expect(await alive.next()).toMatchObject({ text: 'here' })
  })

  test('a stopping server closes with 1012, terminates clients that do not respond, and then ends', async () => {
    const { server, cookie } = await setUp()
    const polite = await connect(server, cookie)
    const silent = await connect(server, cookie)
    silent.socket.pause()
    const stopped = new Promise((resolve) => server.http.close(resolve))
    await Promise.all([stopped, server.closeAll()])
    expect(await polite.closed).toEqual({ code: 1012, reason: 'restarting' })
  })
})

describe('after events of other servers were missed', () => {
  /** A server whose connection to the others the test interrupts. */
  async function setUpRelay() {
    const services = await testServices()
    let reconnect = () => {}
    services.events = await createBus(async ({ onReconnect }) => {
      reconnect = onReconnect
      return { send() {}, async close() {} }
    })
    const server = await startLiveServer(services)
    const user = await addUser(services)
    const list = await addList(services, user, { name: 'Weekend' })
    const client = await subscribe(server, await cookieOf(services, user), list.id)
    return { services, list, client, reconnect: () => reconnect() }
  }

  test('pages get the present revision of their lists', async () => {
    const { services, list, client, reconnect } = await setUpRelay()
    await services.write((tx) => tx.update(lists).set({ revision: 7 }).run())
    reconnect()
    expect(await client.next()).toEqual({ type: 'subscribed', listID: list.id, revision: 7 })
  })

  test('pages of deleted lists learn that they are gone', async () => {
    const { services, list, client, reconnect } = await setUpRelay()
    await services.write((tx) => tx.delete(lists).run())
    reconnect()
    expect(await client.next()).toEqual({ type: 'refused', listID: list.id })
  })

  test('sockets whose session ended elsewhere are closed', async () => {
    const { services, client, reconnect } = await setUpRelay()
    await services.write((tx) => tx.delete(sessions).run())
    reconnect()
    expect((await client.closed).code).toBe(1008)
  })
})
