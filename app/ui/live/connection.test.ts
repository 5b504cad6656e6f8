import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket as NodeSocket } from 'ws'
import { addItem } from '#app/domain/items.ts'
import { addList } from '#app/domain/lists.ts'
import { cookieOf, type LiveServer, startLiveServer } from '#tests/support/live.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { type ConnectionEvent, createConnection } from './connection.ts'

// The browser's side against the real door; only the browser's surroundings are played.

/** Unlike vi.waitFor it leaves fake timers alone. */
async function until(holds: () => boolean) {
  while (!holds()) await setImmediate()
}

async function tab() {
  const services = testServices()
  const user = await addUser(services)
  const list = await addList(services, user, { name: 'Weekend' })
  const cookie = await cookieOf(services, user)
  const doors: LiveServer[] = [await startLiveServer(services)]
  const opened: NodeSocket[] = []
  const watching = { wake: () => {}, sleep: () => {}, active: false }
  const log = vi.fn()
  const connection = createConnection({
    open() {
      const socket = new NodeSocket(`ws://${doors.at(-1)?.address}/ws`, { headers: { cookie } })
      socket.on('error', () => {})
      opened.push(socket)
      // The two agree in everything that is used here.
      return socket as unknown as WebSocket
    },
    watch(wake, sleep) {
      Object.assign(watching, { wake, sleep, active: true })
      return () => {
        watching.active = false
      }
    },
    log,
  })
  const add = () =>
    addItem(services, user, { name: 'Milk', quantity: 1000, price: 0, completed: false, listId: list.id })
  const restart = async () => {
    const [host, port] = doors[0]?.address.split(':') ?? []
    await doors.at(-1)?.closeAll()
    await new Promise((resolve) => doors.at(-1)?.http.close(resolve))
    return {
      host,
      open: async () => void doors.push(await startLiveServer(services, { port: Number(port) })),
    }
  }
  onTestFinished(() => {
    for (const socket of opened) socket.terminate()
  })
  return { services, user, list, connection, opened, watching, log, add, restart }
}

/** A page that needs the list, and what it heard. */
function page({ connection, list }: Awaited<ReturnType<typeof tab>>) {
  const heard: ConnectionEvent[] = []
  const leave = connection.subscribe(list.id, (message) => heard.push(message))
  onTestFinished(leave)
  const last = async (expected: ConnectionEvent | { type: ConnectionEvent['type'] }) => {
    const matches = expect.objectContaining(expected)
    await until(() => matches.asymmetricMatch(heard.at(-1)))
  }
  return { heard, leave, last }
}

const closed = (socket: NodeSocket | undefined) => until(() => socket?.readyState === NodeSocket.CLOSED)

test('it is made unconnected, connects for the first page and disconnects after the last', async () => {
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
  expect(first.heard.at(-1)).toMatchObject({ type: 'subscribed' })
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

test('after a restart it comes back by itself and says what was missed', async () => {
  const t = await tab()
  const { last } = page(t)
  await last({ type: 'subscribed', revision: 0 })
  const { open } = await t.restart()
  await last({ type: 'lost' })
  await t.add()
  await t.add()
  await open()
  await last({ type: 'subscribed', revision: 2 })
  await t.add()
  await last({ type: 'itemCreated', revision: 3 })
  expect(t.log).toHaveBeenCalledWith(expect.stringContaining('1012'))
})

test('a dead connection is found when the tab wakes, without waiting for it to say so', async () => {
  const t = await tab()
  const { last } = page(t)
  await last({ type: 'subscribed' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  // The network went away: nothing arrives, and nothing is said about it.
  t.opened[0]?.pause()
  t.watching.wake()
  vi.advanceTimersByTime(4_000)
  await last({ type: 'lost' })
  vi.advanceTimersByTime(500)
  await last({ type: 'subscribed' })
  expect(t.opened).toHaveLength(2)
})

test('silence makes it ask, and an answer is enough', async () => {
  const t = await tab()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { heard, last } = page(t)
  await last({ type: 'subscribed' })
  vi.advanceTimersByTime(45_000)
  await until(() => heard.length === 2)
  t.opened[0]?.pause()
  vi.advanceTimersByTime(45_000)
  vi.advanceTimersByTime(10_000)
  await last({ type: 'lost' })
})

test('waking ends the waiting for the next attempt', async () => {
  const t = await tab()
  const { last } = page(t)
  await last({ type: 'subscribed' })
  const { open } = await t.restart()
  await last({ type: 'lost' })
  await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  t.watching.wake()
  await last({ type: 'subscribed' })
})

test('a page that is left sleeps, and wakes when it is come back to', async () => {
  const t = await tab()
  const { last, heard } = page(t)
  await last({ type: 'subscribed' })
  t.watching.sleep()
  await closed(t.opened[0])
  await t.add()
  t.watching.wake()
  await last({ type: 'subscribed', revision: 1 })
  expect(heard).toHaveLength(2)
})

test('attempts wait longer and longer, never longer than half a minute', async () => {
  const t = await tab()
  const { last } = page(t)
  await last({ type: 'subscribed' })
  await t.restart()
  await last({ type: 'lost' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  t.watching.wake()
  for (let attempt = 2; attempt < 14; attempt += 1) {
    await until(() => t.log.mock.calls.length === attempt)
    vi.runOnlyPendingTimers()
  }
  const waits = t.log.mock.calls.slice(1).map(([sentence]) => Number(/in (\d+) ms/.exec(sentence)?.[1]))
  waits.forEach((wait, attempt) => {
    const longest = Math.min(30_000, 500 * 2 ** attempt)
    expect(wait).toBeGreaterThanOrEqual(longest / 2)
    expect(wait).toBeLessThanOrEqual(longest)
  })
})

test('a browser that is signed out is told so, and tries again rarely', async () => {
  const t = await tab()
  const { last } = page(t)
  await last({ type: 'subscribed' })
  t.services.events.endAccess({ userId: t.user.id })
  await last({ type: 'ended' })
  const wait = Number(/in (\d+) ms/.exec(t.log.mock.calls[0]?.[0])?.[1])
  expect(wait).toBeGreaterThanOrEqual(15_000)
})

test('the end of a session is told once, before any list hears of it', async () => {
  const t = await tab()
  const ended = vi.fn()
  const heard = vi.fn()
  onTestFinished(t.connection.onEnded(ended))
  onTestFinished(t.connection.subscribe(t.list.id, heard))
  await until(() => heard.mock.calls.length > 0)
  t.services.events.endAccess({ userId: t.user.id })
  await until(() => heard.mock.lastCall?.[0].type === 'ended')
  expect(ended).toHaveBeenCalledTimes(1)
  expect(ended.mock.invocationCallOrder[0]).toBeLessThan(Number(heard.mock.invocationCallOrder.at(-1)))
})

test('a gap in the connection is not taken for the end of a session', async () => {
  const t = await tab()
  const ended = vi.fn()
  onTestFinished(t.connection.onEnded(ended))
  expect(t.opened).toHaveLength(0)
  const { last } = page(t)
  await last({ type: 'subscribed' })
  t.opened[0]?.terminate()
  await last({ type: 'lost' })
  expect(ended).not.toHaveBeenCalled()
})

test('a greeting waits for the connection and is acknowledged once', async () => {
  const t = await tab()
  const delivered = vi.fn()
  const { open } = await t.restart()
  onTestFinished(t.connection.greet('hello', delivered))
  await until(() => t.log.mock.calls.length > 0)
  await open()
  await until(() => delivered.mock.calls.length === 1)
  const again = vi.fn()
  onTestFinished(t.connection.greet('hello', again))
  await until(() => again.mock.calls.length === 1)
  expect(delivered).toHaveBeenCalledTimes(1)
})
