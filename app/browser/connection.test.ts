import { once } from 'node:events'
import { createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket as NodeSocket } from 'ws'
import { addItem } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { freePort } from '#tests/support/freePort.mjs'
import { cookieOf, type LiveServer, startLiveServer } from '#tests/support/live.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { type ConnectionEvent, createConnection } from './connection.ts'

// The browser's side against a real server; only the browser's events are simulated.

/** Unlike vi.waitFor, this doesn't advance fake timers. */
async function until(holds: () => boolean) {
  while (!holds()) await setImmediate()
}

async function tab() {
  const services = await testServices()
  const user = await addUser(services)
  const list = await addList(services, user, { name: 'Weekend' })
  const cookie = await cookieOf(services, user)
  const servers: LiveServer[] = [await startLiveServer(services, { port: await freePort() })]
  const opened: NodeSocket[] = []
  const watching = { onWake: () => {}, onLeave: () => {}, active: false }
  const log = vi.fn()
  const connection = createConnection({
    open() {
      const socket = new NodeSocket(`ws://${servers.at(-1)?.address}/ws`, { headers: { cookie } })
      socket.on('error', () => {})
      opened.push(socket)
      // The two classes share everything used here.
      return socket as unknown as WebSocket
    },
    watch(onWake, onLeave) {
      Object.assign(watching, { onWake, onLeave, active: true })
      return () => {
        watching.active = false
      }
    },
    log,
  })
  const add = () =>
    addItem(services, user, { name: 'Milk', quantity: 1000, price: '0', completed: false, listId: list.id })
  const restart = async () => {
    const [, port] = servers[0]?.address.split(':') ?? []
    await servers.at(-1)?.closeAll()
    await new Promise((resolve) => servers.at(-1)?.http.close(resolve))
    return {
      port: Number(port),
      open: async () => void servers.push(await startLiveServer(services, { port: Number(port) })),
    }
  }
  onTestFinished(() => {
    for (const socket of opened) socket.terminate()
  })
  return { services, user, list, connection, opened, watching, log, add, restart }
}

/** A page that subscribes to the list, and the events it received. */
function page({ connection, list }: Awaited<ReturnType<typeof tab>>) {
  const events: ConnectionEvent[] = []
  const leave = connection.subscribe(list.id, (event) => events.push(event))
  onTestFinished(leave)
  const last = async (expected: ConnectionEvent | { type: ConnectionEvent['type'] }) => {
    const matches = expect.objectContaining(expected)
    await until(() => matches.asymmetricMatch(events.at(-1)))
  }
  return { events, leave, last }
}

const closed = (socket: NodeSocket | undefined) => until(() => socket?.readyState === NodeSocket.CLOSED)

test('it connects for the first subscription and disconnects after the last', async () => {
  const t = await tab()
  expect(t.opened).toHaveLength(0)
  const first = page(t)
  const second = page(t)
  await second.last({ type: 'subscribed', revision: 0 })
  expect(t.opened).toHaveLength(1)
  first.leave()
  first.leave()
  await t.add()
  await second.last({ type: 'itemCreated', revision: 1 })
  expect(first.events.at(-1)).toMatchObject({ type: 'subscribed' })
  second.leave()
  await closed(t.opened[0])
  expect(t.watching.active).toBe(false)
  expect(t.log).not.toHaveBeenCalled()
})

test('going from one page to the next keeps the connection', async () => {
  const t = await tab()
  const first = page(t)
  await first.last({ type: 'subscribed' })
  first.leave()
  const second = page(t)
  await second.last({ type: 'subscribed' })
  await t.add()
  await second.last({ type: 'itemCreated' })
  expect(t.opened).toHaveLength(1)
})

test('it reconnects automatically after a restart and reports the current revision', async () => {
  const t = await tab()
  const { last } = page(t)
  await last({ type: 'subscribed', revision: 0 })
  const { open } = await t.restart()
  await last({ type: 'disconnected' })
  await t.add()
  await t.add()
  await open()
  await last({ type: 'subscribed', revision: 2 })
  await t.add()
  await last({ type: 'itemCreated', revision: 3 })
  expect(t.log).toHaveBeenCalledWith(expect.stringContaining('1012'))
})

test('a dead connection is replaced soon after the tab wakes up', async () => {
  const t = await tab()
  const { last } = page(t)
  await last({ type: 'subscribed' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // The network is gone: nothing arrives and no event is raised.
  t.opened[0]?.pause()
  t.watching.onWake()
  vi.advanceTimersByTime(4_000)
  await last({ type: 'disconnected' })
  vi.advanceTimersByTime(500)
  await last({ type: 'subscribed' })
  expect(t.opened).toHaveLength(2)
})

test('it checks a silent connection and keeps it as long as the server responds', async () => {
  const t = await tab()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { events, last } = page(t)
  await last({ type: 'subscribed' })
  vi.advanceTimersByTime(45_000)
  await until(() => events.length === 2)
  t.opened[0]?.pause()
  vi.advanceTimersByTime(45_000)
  vi.advanceTimersByTime(10_000)
  await last({ type: 'disconnected' })
})

test('waking up reconnects at once instead of waiting for the next attempt', async () => {
  const t = await tab()
  const { last } = page(t)
  await last({ type: 'subscribed' })
  const { open } = await t.restart()
  await last({ type: 'disconnected' })
  await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  t.watching.onWake()
  await last({ type: 'subscribed' })
})

test('waking up gives up an attempt that began on a network that is gone', async () => {
  const t = await tab()
  const { last } = page(t)
  await last({ type: 'subscribed' })
  const { open, port } = await t.restart()
  await last({ type: 'disconnected' })
  const silent = createServer().listen(port)
  const connected = once(silent, 'connection')
  t.watching.onWake()
  await connected
  silent.close()
  await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  t.watching.onWake()
  await last({ type: 'subscribed' })
})

test('leaving the page disconnects, returning to it reconnects', async () => {
  const t = await tab()
  const { last, events } = page(t)
  await last({ type: 'subscribed' })
  t.watching.onLeave()
  await closed(t.opened[0])
  await t.add()
  t.watching.onWake()
  await last({ type: 'subscribed', revision: 1 })
  expect(events).toHaveLength(2)
})

test('the delay between attempts grows up to 30 seconds', async () => {
  const t = await tab()
  const { last } = page(t)
  await last({ type: 'subscribed' })
  // Before the first attempt, which must not happen by itself.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await t.restart()
  const waits = () => t.log.mock.calls.map(([message]) => Number(/in (\d+) ms/.exec(message)?.[1]))
  for (let attempt = 1; attempt < 13; attempt += 1) {
    await until(() => t.log.mock.calls.length === attempt)
    // Only the next attempt: until the last timer of all, it would be given up, too.
    vi.advanceTimersByTime(waits()[attempt - 1] ?? 0)
  }
  waits().forEach((wait, attempt) => {
    const longest = Math.min(30_000, 500 * 2 ** attempt)
    expect(wait).toBeGreaterThanOrEqual(longest / 2)
    expect(wait).toBeLessThanOrEqual(longest)
  })
})

test('a signed-out browser is notified and retries rarely', async () => {
  const t = await tab()
  const { last } = page(t)
  await last({ type: 'subscribed' })
  t.services.events.endAccess({ userId: t.user.id })
  await last({ type: 'sessionEnded' })
  const wait = Number(/in (\d+) ms/.exec(t.log.mock.calls[0]?.[0])?.[1])
  expect(wait).toBeGreaterThanOrEqual(15_000)
})

test('the end of a session is reported once, before the subscriptions are notified', async () => {
  const t = await tab()
  const ended = vi.fn()
  const onEvent = vi.fn()
  onTestFinished(t.connection.onSessionEnded(ended))
  onTestFinished(t.connection.subscribe(t.list.id, onEvent))
  await until(() => onEvent.mock.calls.length > 0)
  t.services.events.endAccess({ userId: t.user.id })
  await until(() => onEvent.mock.lastCall?.[0].type === 'sessionEnded')
  expect(ended).toHaveBeenCalledTimes(1)
  expect(ended.mock.invocationCallOrder[0]).toBeLessThan(Number(onEvent.mock.invocationCallOrder.at(-1)))
})

test('a broken connection does not count as the end of a session', async () => {
  const t = await tab()
  const ended = vi.fn()
  onTestFinished(t.connection.onSessionEnded(ended))
  expect(t.opened).toHaveLength(0)
  const { last } = page(t)
  await last({ type: 'subscribed' })
  t.opened[0]?.terminate()
  await last({ type: 'disconnected' })
  expect(ended).not.toHaveBeenCalled()
})

test('a message waits for the connection and is acknowledged once', async () => {
  const t = await tab()
  const delivered = vi.fn()
  const { open } = await t.restart()
  onTestFinished(t.connection.sendMessage('hello', delivered))
  await until(() => t.log.mock.calls.length > 0)
  await open()
  await until(() => delivered.mock.calls.length === 1)
  const again = vi.fn()
  onTestFinished(t.connection.sendMessage('hello', again))
  await until(() => again.mock.calls.length === 1)
  expect(delivered).toHaveBeenCalledTimes(1)
})
