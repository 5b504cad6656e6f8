import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { addItem } from '#app/domain/items.ts'
import { addList } from '#app/domain/lists.ts'
import { connect, cookieOf, listen, openDoor } from '#tests/support/live.ts'
import { addUser, testServices } from '#tests/support/services.ts'

// A hostile client beside one that behaves: the one is cut with the designed code, the other hears everything.

async function bothAtTheDoor() {
  const services = testServices()
  const door = await openDoor(services)
  const user = await addUser(services)
  const list = await addList(services, user, { name: 'Weekend' })
  const cookie = await cookieOf(services, user)
  const good = await listen(door, cookie, list.id)
  const hostile = await listen(door, await cookieOf(services, user), list.id)
  const goodHears = async () => {
    const item = await addItem(services, user, {
      name: 'Milk',
      quantity: 1000,
      price: 0,
      completed: false,
      listId: list.id,
    })
    expect(await good.next()).toMatchObject({ type: 'itemCreated', itemID: item.id })
  }
  return { services, door, list, good, hostile, goodHears }
}

/** The bytes themselves, for what no library would send. */
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
  ['no JSON object', 1008, (socket) => socket.send('null')],
  ['deep nesting', 1008, (socket) => socket.send(DEEP)],
  [
    'deep nesting inside a message',
    1008,
    (socket) => {
      socket.send(`{"type":"subscribe","listID":${DEEP.slice(4000, -4000)}}`)
    },
  ],
  [
    'more than was agreed',
    1008,
    (socket) => {
      socket.send('{"type":"message","text":"hi","__proto__":{"admin":true}}')
    },
  ],
  ['an unknown type', 1008, (socket) => socket.send('{"type":"publish","listID":"x"}')],
  [
    'an endless id',
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
])('%s ends with %i, and others notice nothing', async (_what, code, attack) => {
  const { hostile, goodHears } = await bothAtTheDoor()
  attack(hostile.socket)
  await goodHears()
  expect((await hostile.closed).code).toBe(code)
  await goodHears()
})

test('a socket listens to fifty lists, not to fifty-one', async () => {
  const services = testServices()
  const door = await openDoor(services)
  const user = await addUser(services)
  const client = await connect(door, await cookieOf(services, user))
  for (let i = 0; i < 51; i += 1) {
    const list = await addList(services, user, { name: `List ${i}` })
    client.send({ type: 'subscribe', listID: list.id })
    if (i < 50) expect(await client.next()).toMatchObject({ type: 'subscribed', listID: list.id })
  }
  expect(await client.closed).toEqual({ code: 1008, reason: 'too many lists' })
})

test('a hundred messages a minute are answered, the next one is too much', async () => {
  const { hostile } = await bothAtTheDoor()
  // The first of the hundred was the subscription.
  for (let i = 1; i < 100; i += 1) {
    hostile.send({ type: 'message', text: String(i) })
    expect(await hostile.next()).toMatchObject({ text: String(i) })
  }
  hostile.send({ type: 'message', text: 'too much' })
  expect(await hostile.closed).toEqual({ code: 1008, reason: 'too many messages' })
})

test('who never reads is cut, and holds no memory until then', async () => {
  const { services, door, list, good, hostile, goodHears } = await bothAtTheDoor()
  hostile.socket.pause()
  const connections = () =>
    new Promise<number>((resolve) => {
      door.server.getConnections((_error, count) => resolve(count))
    })
  // First the kernel's buffers fill, then ours up to its limit.
  const event = { type: 'itemEdited', listID: list.id, revision: 1, itemID: 'x'.repeat(2000) } as const
  let told = 0
  while ((await connections()) === 2) {
    for (let i = 0; i < 100; i += 1) services.events.publish(event)
    told += 100
    await setImmediate()
    expect(told).toBeLessThan(50_000)
  }
  for (let i = 0; i < told; i += 1) await good.next()
  await goodHears()
})
