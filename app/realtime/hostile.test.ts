import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { addItem } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { connect, cookieOf, startLiveServer, subscribe } from '#tests/support/live.ts'
import { addUser, testServices } from '#tests/support/services.ts'

// A hostile client beside a normal one: the first is disconnected with the right code, the second gets every event.

async function goodAndHostile() {
  const services = await testServices()
  const server = await startLiveServer(services)
  const user = await addUser(services)
  const list = await addList(services, user, { name: 'Weekend' })
  const cookie = await cookieOf(services, user)
  const good = await subscribe(server, cookie, list.id)
  const hostile = await subscribe(server, await cookieOf(services, user), list.id)
  const goodReceives = async () => {
    const item = await addItem(services, user, {
      name: 'Milk',
      quantity: 1000,
      price: '0',
      completed: false,
      listId: list.id,
    })
    expect(await good.next()).toMatchObject({ type: 'itemCreated', itemID: item.id })
  }
  return { services, server, list, good, hostile, goodReceives }
}

/** Raw bytes, for frames that no library would send. */
function raw(socket: WebSocket, bytes: Buffer) {
  const { _socket } = socket as unknown as { _socket: { write(bytes: Buffer): void } }
  _socket.write(bytes)
}

const MASK = Buffer.alloc(4)
const head = (first: number, length: number) => Buffer.from([first, 0x80 | length])

const DEEP = '['.repeat(8000) + ']'.repeat(8000)

test.each<[string, number, (socket: WebSocket) => void]>([
  ['a frame of 1 MB', 1009, (socket) => socket.send('x'.repeat(1_000_000))],
  [
    'fragments that add up to too much',
    1009,
    (socket) => {
      for (let i = 0; i < 20; i += 1) socket.send('x'.repeat(1024), { fin: false })
    },
  ],
  [
    'thousands of tiny fragments',
    1008,
    (socket) => {
      for (let i = 0; i < 5000; i += 1) socket.send('x', { fin: false })
    },
  ],
  [
    'thousands of empty fragments',
    1008,
    (socket) => {
      for (let i = 0; i < 5000; i += 1) socket.send('', { fin: false })
    },
  ],
  ['bad JSON', 1008, (socket) => socket.send('{"type":"subscribe"')],
  ['JSON that is not an object', 1008, (socket) => socket.send('null')],
  ['deep nesting', 1008, (socket) => socket.send(DEEP)],
  [
    'deep nesting inside a message',
    1008,
    (socket) => {
      socket.send(`{"type":"subscribe","listID":${DEEP.slice(4000, -4000)}}`)
    },
  ],
  [
    'an unknown field',
    1008,
    (socket) => {
      socket.send('{"type":"message","text":"hi","__proto__":{"admin":true}}')
    },
  ],
  ['an unknown type', 1008, (socket) => socket.send('{"type":"publish","listID":"x"}')],
  [
    'a very long id',
    1008,
    (socket) => socket.send(JSON.stringify({ type: 'subscribe', listID: 'x'.repeat(65) })),
  ],
  ['binary data', 1008, (socket) => socket.send(Buffer.from('{"type":"message","text":"hi"}'))],
  ['text that is not UTF-8', 1007, (socket) => socket.send(Buffer.from([0xff, 0xfe]), { binary: false })],
  ['an unmasked frame', 1002, (socket) => raw(socket, Buffer.from([0x81, 0x02, 0x7b, 0x7d]))],
  ['a control frame that is too long', 1002, (socket) => raw(socket, Buffer.concat([head(0x89, 126), MASK]))],
  [
    '200 messages in a second',
    1008,
    (socket) => {
      for (let i = 0; i < 200; i += 1) socket.send('{"type":"message","text":"hi"}')
    },
  ],
  [
    'a flood of pings',
    1008,
    (socket) => {
      for (let i = 0; i < 200; i += 1) socket.ping()
    },
  ],
  [
    'a flood of pongs',
    1008,
    (socket) => {
      for (let i = 0; i < 200; i += 1) socket.pong()
    },
  ],
])('%s closes the socket with %i and affects no other client', async (_what, code, attack) => {
  const { hostile, goodReceives } = await goodAndHostile()
  attack(hostile.socket)
  await goodReceives()
  expect((await hostile.closed).code).toBe(code)
  await goodReceives()
})

test('an id with a null character never reaches the database', async () => {
  const { hostile } = await goodAndHostile()
  hostile.send({ type: 'subscribe', listID: 'a\0b' })
  expect(await hostile.closed).toEqual({ code: 1008, reason: 'unreadable message' })
})

test('a socket can subscribe to 50 lists, not to 51', async () => {
  const services = await testServices()
  const server = await startLiveServer(services)
  const user = await addUser(services)
  const client = await connect(server, await cookieOf(services, user))
  for (let i = 0; i < 51; i += 1) {
    const list = await addList(services, user, { name: `List ${i}` })
    client.send({ type: 'subscribe', listID: list.id })
    if (i < 50) expect(await client.next()).toMatchObject({ type: 'subscribed', listID: list.id })
  }
  expect(await client.closed).toEqual({ code: 1008, reason: 'too many lists' })
})

test('100 messages a minute are answered, the next one closes the socket', async () => {
  const { hostile } = await goodAndHostile()
  // The subscription was the first.
  for (let i = 1; i < 100; i += 1) {
    hostile.send({ type: 'message', text: String(i) })
    expect(await hostile.next()).toMatchObject({ text: String(i) })
  }
  hostile.send({ type: 'message', text: 'too much' })
  expect(await hostile.closed).toEqual({ code: 1008, reason: 'too many messages' })
})

test('a client that never reads is disconnected before it fills the memory', async () => {
  const { services, server, list, good, hostile, goodReceives } = await goodAndHostile()
  hostile.socket.pause()
  const connections = () =>
    new Promise<number>((resolve) => {
      server.http.getConnections((_error, count) => resolve(count))
    })
  // The kernel's buffers fill first, then ours up to its limit.
  const event = { type: 'itemEdited', listID: list.id, revision: 1, itemID: 'x'.repeat(2000) } as const
  let published = 0
  while ((await connections()) === 2) {
    for (let i = 0; i < 100; i += 1) services.events.publish(event)
    published += 100
    await setImmediate()
    expect(published).toBeLessThan(50_000)
  }
  for (let i = 0; i < published; i += 1) await good.next()
  await goodReceives()
})
