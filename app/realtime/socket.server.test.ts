import { request } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DomainError } from '#app/domain/errors.ts'
import { addItem, deleteAllItems, deleteItem, editItem, setCompleted } from '#app/domain/items.ts'
import { addList, deleteList } from '#app/domain/lists.ts'
import { findSession, SESSION_IDLE } from '#app/domain/sessions.ts'
import { sessions } from '#db/schema.ts'
import { connect, cookieOf, type Door, listen, openDoor } from '#tests/support/live.ts'
import { addUser, testServices } from '#tests/support/services.ts'

const ITEM = { name: 'Milk', quantity: 1000, price: 0, completed: false }

async function household(options?: Parameters<typeof openDoor>[1], environment?: Record<string, string>) {
  const services = testServices(environment)
  const door = await openDoor(services, options)
  const user = await addUser(services)
  const list = await addList(services, user, { name: 'Weekend' })
  return { services, door, user, list, cookie: await cookieOf(services, user) }
}

function statusOf(door: Door, path: string, headers: Record<string, string>, method = 'GET') {
  const [host, port] = door.address.split(':')
  return new Promise<number | undefined>((resolve, reject) => {
    const asked = request({ host, port, path, method, headers })
    asked.once('response', (response) => resolve(response.resume().statusCode))
    asked.once('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    asked.once('error', reject)
    asked.end()
  })
}

/** The server's heartbeat comes when the test says so. */
function heartbeats() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return () => vi.advanceTimersByTime(30_000)
}

const HANDSHAKE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

describe('the handshake', () => {
  test('our own pages and signed-in programs come in', async () => {
    const { door, cookie } = await household()
    await connect(door, cookie)
    await connect(door, cookie, { Origin: `http://${door.address}` })
    await connect(door, cookie, { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'same-origin' })
  })

  test('with BASE_URL, its origin is the only one', async () => {
    const { door, cookie } = await household({}, { BASE_URL: 'http://larder.example' })
    await connect(door, cookie, { Origin: 'http://larder.example' })
    await expect(connect(door, cookie, { Origin: `http://${door.address}` })).rejects.toThrow('403')
  })

  test.each<Record<string, string>>([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  ])('another site is refused, even with the cookie: %o', async (headers) => {
    const { door, cookie } = await household()
    await expect(connect(door, cookie, headers)).rejects.toThrow('refused with 403')
  })

  test.each([undefined, 'session=', `session=${'x'.repeat(43)}`])(
    'nobody who is not signed in may stay: %s',
    async (cookie) => {
      const { door } = await household()
      const client = await connect(door, cookie)
      expect(await client.closed).toEqual({ code: 1008, reason: 'not signed in' })
    },
  )

  test('an expired session is no session', async () => {
    const { services, door, cookie } = await household()
    await services.write((tx) =>
      tx
        .update(sessions)
        .set({ expiresAt: Date.now() - 1 })
        .run(),
    )
    expect((await (await connect(door, cookie)).closed).code).toBe(1008)
  })

  test.each(['/', '/ws/', '/ws?x=1', '/WS', '/wsx', '//ws'])('nothing answers at %s', async (path) => {
    const { door, cookie } = await household()
    expect(await statusOf(door, path, { ...HANDSHAKE, cookie })).toBe(404)
  })

  test('a handshake that is none is a clean 4xx', async () => {
    const { door, cookie } = await household()
    const { 'Sec-WebSocket-Key': _, ...keyless } = HANDSHAKE
    expect(await statusOf(door, '/ws', { ...keyless, cookie })).toBe(400)
    expect(await statusOf(door, '/ws', { ...HANDSHAKE, cookie }, 'POST')).toBe(405)
    expect(await statusOf(door, '/ws', { ...HANDSHAKE, cookie, 'Sec-WebSocket-Version': '7' })).toBe(400)
    expect(await statusOf(door, '/ws', { ...HANDSHAKE, cookie })).toBe(101)
  })

  test('other upgrades are left to whoever else listens for them, as Vite does', async () => {
    const { door } = await household()
    door.server.on('upgrade', (req, socket) => {
      if (req.url === '/hmr') socket.end('HTTP/1.1 418 Teapot\r\nContent-Length: 0\r\n\r\n')
    })
    expect(await statusOf(door, '/hmr', HANDSHAKE)).toBe(418)
  })

  test('an offer of HTTP/2 is ignored and the request answered, body and all', async () => {
    const { door } = await household({
      answer: async (req, res) => {
        const chunks = await req.toArray()
        res.end(`${req.method} ${req.url} ${Buffer.concat(chunks)}`)
      },
    })
    const response = await new Promise<string>((resolve, reject) => {
      const [host, port] = door.address.split(':')
      const headers = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABk' }
      const asked = request({ host, port, path: '/api', method: 'POST', headers }, async (res) => {
        resolve(Buffer.concat(await res.toArray()).toString())
      })
      asked.once('error', reject)
      asked.end('{"name":"Milk"}')
    })
    expect(response).toBe('POST /api {"name":"Milk"}')
  })

  test('twenty sockets a person, and one that leaves makes room', async () => {
    const { services, door, cookie } = await household()
    const twenty = await Promise.all(Array.from({ length: 20 }, () => connect(door, cookie)))
    await expect(connect(door, cookie)).rejects.toThrow('refused with 429')
    await connect(door, await cookieOf(services, await addUser(services, 'Grace')))
    twenty[0]?.socket.close()
    await twenty[0]?.closed
    await vi.waitFor(() => connect(door, cookie))
  })
})

test('handshakes count like pages: who opens too many waits', async () => {
  const { services, door, user, cookie } = await household()
  await connect(door, cookie)
  services.userLimits.take = (userId) => {
    expect(userId).toBe(user.id)
    throw new DomainError('too-many', 'Too much at once.')
  }
  await expect(connect(door, cookie)).rejects.toThrow('refused with 429')
})

describe('the messages', () => {
  test('a list of one’s own can be subscribed to, and says where it is', async () => {
    const { services, door, user, list, cookie } = await household()
    await addItem(services, user, { ...ITEM, listId: list.id })
    const client = await connect(door, cookie)
    client.send({ type: 'subscribe', listID: list.id })
    expect(await client.next()).toEqual({ type: 'subscribed', listID: list.id, revision: 1 })
  })

  test('somebody else’s list, an unknown one and nonsense are refused alike', async () => {
    const { services, door, list } = await household()
    const stranger = await connect(door, await cookieOf(services, await addUser(services, 'Eve')))
    for (const listID of [list.id, '01890000-0000-7000-8000-000000000000', 'nonsense', "' OR 1=1 --"]) {
      stranger.send({ type: 'subscribe', listID })
      expect(await stranger.next()).toEqual({ type: 'refused', listID })
    }
    expect(stranger.socket.readyState).toBe(stranger.socket.OPEN)
  })

  test('every change of the list is told to everybody who listens, in order', async () => {
    const { services, door, user, list, cookie } = await household()
    const [phone, tablet] = [await listen(door, cookie, list.id), await listen(door, cookie, list.id)]
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
      const heard = []
      while (heard.length < 9) heard.push(await client.next())
      expect(heard.map((event) => event.type)).toEqual([
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
      expect(heard[0]).toEqual({ type: 'itemCreated', listID: list.id, revision: 1, itemID: item.id })
    }
  })

  test('nothing is told of lists nobody asked about, nor after unsubscribing', async () => {
    const { services, door, user, list, cookie } = await household()
    const other = await addList(services, user, { name: 'Other' })
    const client = await listen(door, cookie, list.id)
    await addItem(services, user, { ...ITEM, listId: other.id })
    client.send({ type: 'unsubscribe', listID: list.id })
    client.send({ type: 'message', text: 'done?' })
    expect(await client.next()).toEqual({ type: 'message', text: 'done?', ok: true })
    await addItem(services, user, { ...ITEM, listId: list.id })
    client.send({ type: 'message', text: 'done' })
    expect(await client.next()).toEqual({ type: 'message', text: 'done', ok: true })
  })

  test('messages of one socket are taken in their order', async () => {
    const { services, door, user, list, cookie } = await household()
    const client = await connect(door, cookie)
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

describe('who is no longer allowed', () => {
  test('a session that ends takes its sockets along at once, and no others', async () => {
    const { services, door, user, list, cookie } = await household()
    const elsewhere = await listen(door, await cookieOf(services, user), list.id)
    const here = await listen(door, cookie, list.id)
    const session = await findSession(services, cookie.replace('session=', ''))
    services.events.endAccess({ userId: user.id, sessionId: session?.id })
    expect((await here.closed).code).toBe(1008)
    await addItem(services, user, { ...ITEM, listId: list.id })
    expect(await elsewhere.next()).toMatchObject({ type: 'itemCreated' })
    expect(here.unread).toEqual([])
  })

  test('all of a person’s sockets close when all sessions end, and nobody else’s', async () => {
    const { services, door, user, cookie } = await household()
    const grace = await connect(door, await cookieOf(services, await addUser(services, 'Grace')))
    const both = [await connect(door, cookie), await connect(door, await cookieOf(services, user))]
    services.events.endAccess({ userId: user.id })
    for (const client of both) expect((await client.closed).code).toBe(1008)
    expect(grace.socket.readyState).toBe(grace.socket.OPEN)
  })

  test('an ended session cannot subscribe', async () => {
    const { services, door, list, cookie } = await household()
    const client = await connect(door, cookie)
    await services.write((tx) => tx.delete(sessions).run())
    client.send({ type: 'subscribe', listID: list.id })
    expect((await client.closed).code).toBe(1008)
  })

  test('an ended session is found at the next heartbeat', async () => {
    const beat = heartbeats()
    const { services, door, cookie } = await household()
    const idle = await connect(door, cookie)
    await services.write((tx) => tx.update(sessions).set({ expiresAt: Date.now() }).run())
    beat()
    expect((await idle.closed).code).toBe(1008)
  })

  test('nothing is told to a session past its time', async () => {
    const { services, door, user, list, cookie } = await household()
    const client = await listen(door, cookie, list.id)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + SESSION_IDLE })
    onTestFinished(() => void vi.useRealTimers())
    await addItem(services, user, { ...ITEM, listId: list.id })
    expect((await client.closed).code).toBe(1008)
    expect(client.unread).toEqual([])
  })

  test('a deleted list is told and then silent', async () => {
    const { services, door, user, list, cookie } = await household()
    const client = await listen(door, cookie, list.id)
    await deleteList(services, user, list.id)
    expect(await client.next()).toEqual({ type: 'listDeleted', listID: list.id, revision: 1 })
    services.events.publish({ type: 'itemCreated', listID: list.id, revision: 2 })
    client.send({ type: 'message', text: 'still here' })
    expect(await client.next()).toMatchObject({ type: 'message' })
  })
})

describe('heartbeats and the end', () => {
  test('who answers pings stays, who misses one is out', async () => {
    const beat = heartbeats()
    const { door, cookie } = await household()
    const alive = await connect(door, cookie)
    const pinged = new Promise((resolve) => alive.socket.once('ping', resolve))
    const cut = new Promise((resolve) => {
      door.server.once('upgrade', (_req, socket) => socket.once('close', resolve))
    })
    const dead = await connect(door, cookie)
    // The other end vanished: nothing is read, nothing answered.
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

  test('a server that stops says 1012 to all, cuts who does not answer, and waits for nobody else', async () => {
    const { door, cookie } = await household()
    const polite = await connect(door, cookie)
    const deaf = await connect(door, cookie)
    deaf.socket.pause()
    const stopped = new Promise((resolve) => door.server.close(resolve))
    await Promise.all([stopped, door.closeAll()])
    expect(await polite.closed).toEqual({ code: 1012, reason: 'restarting' })
  })
})
