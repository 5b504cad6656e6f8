import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { query, testDatabase } from '#tests/support/postgres.ts'
import { postgresProxy } from '#tests/support/postgresProxy.ts'
import { createRelay } from './relay.ts'

/** A process with a relay and everything that it received. */
async function startProcess(url: string) {
  const received: string[] = []
  const onReconnect = vi.fn()
  const log = { info: vi.fn(), warn: vi.fn() }
  const relay = await createRelay({ url, onMessage: (message) => received.push(message), onReconnect, log })
  onTestFinished(() => relay.close())
  return { relay, received, onReconnect, log }
}

test('messages reach the other processes in order, and not their own', async () => {
  const url = await testDatabase()
  const [a, b, c] = await Promise.all([startProcess(url), startProcess(url), startProcess(url)])
  a.relay.send('one')
  a.relay.send('{"two": "zwei\u2028\\""}')
  const all = ['one', '{"two": "zwei\u2028\\""}']
  await expect.poll(() => [b.received, c.received]).toEqual([all, all])
  b.relay.send('three')
  await expect.poll(() => [a.received, c.received]).toEqual([['three'], [...all, 'three']])
  expect(b.received).toEqual(all)
})

/** What PostgreSQL itself passes on. */
async function payloadsOf(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  const payloads: string[] = []
  client.on('notification', ({ payload = '' }) => payloads.push(payload))
  await client.query('LISTEN larder')
  return payloads
}

test('waiting messages are sent together, as many as PostgreSQL accepts', async () => {
  const url = await testDatabase()
  const [a, b] = await Promise.all([startProcess(url), startProcess(url)])
  const payloads = await payloadsOf(url)
  const messages = Array.from({ length: 400 }, (_, n) => `${n} "${'ü'.repeat(40)}"`)
  for (const message of messages) a.relay.send(message)
  await expect.poll(() => b.received.length).toBe(messages.length)
  expect(b.received).toEqual(messages)
  await expect.poll(() => payloads.length).toBeGreaterThan(1)
  const sizes = payloads.map((payload) => Buffer.byteLength(payload))
  expect(Math.max(...sizes)).toBeLessThan(8_000)
  // The first message doesn't wait, and the last ones don't fill theirs.
  expect(Math.min(...sizes.slice(1, -1))).toBeGreaterThan(7_800)
})

test('one message may fill what PostgreSQL accepts, and not more', async () => {
  const url = await testDatabase()
  const [a, b] = await Promise.all([startProcess(url), startProcess(url)])
  const payloads = await payloadsOf(url)
  a.relay.send('')
  await expect.poll(() => payloads).toHaveLength(1)
  const room = 7_999 - Buffer.byteLength(String(payloads[0]))
  expect(() => a.relay.send('x'.repeat(room + 1))).toThrow('too large')
  a.relay.send('x'.repeat(room))
  await expect.poll(() => b.received).toEqual(['', 'x'.repeat(room)])
})

test('after a lost connection, processes connect again and say that messages may be missing', async () => {
  const url = await testDatabase()
  const proxy = await postgresProxy(url)
  const [a, b] = await Promise.all([startProcess(proxy.url), startProcess(url)])
  proxy.cut()
  await expect.poll(() => a.onReconnect.mock.calls.length).toBe(1)
  b.relay.send('to a')
  a.relay.send('to b')
  await expect.poll(() => [a.received, b.received]).toEqual([['to a'], ['to b']])
  expect(b.onReconnect).not.toHaveBeenCalled()
  expect(a.log.warn.mock.calls).toEqual([[{}, 'lost the connection for live updates']])
})

test('messages wait for the connection', async () => {
  const url = await testDatabase()
  const proxy = await postgresProxy(url)
  const [a, b] = await Promise.all([startProcess(proxy.url), startProcess(url)])
  proxy.state.isRefusing = true
  proxy.cut()
  await expect.poll(() => a.log.warn.mock.calls.length).toBe(1)
  a.relay.send('one')
  a.relay.send('two')
  proxy.state.isRefusing = false
  await expect.poll(() => b.received).toEqual(['one', 'two'])
})

test('after ten seconds without a connection, messages are dropped', async () => {
  const url = await testDatabase()
  const proxy = await postgresProxy(url)
  const [a, b] = await Promise.all([startProcess(proxy.url), startProcess(url)])
  proxy.state.isRefusing = true
  proxy.cut()
  await expect.poll(() => a.log.warn.mock.calls.length).toBe(1)
  a.relay.send('old')
  const later = performance.now() + 11_000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  a.relay.send('new')
  proxy.state.isRefusing = false
  await expect.poll(() => b.received).toEqual(['new'])
  expect(a.log.warn).toHaveBeenLastCalledWith(
    { dropped: 1 },
    'could not pass live updates on to other servers',
  )
})

test('a network that swallows everything counts as a lost connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const proxy = await postgresProxy(await testDatabase())
  const { onReconnect } = await startProcess(proxy.url)
  proxy.state.isSilent = true
  vi.advanceTimersByTime(15_000)
  vi.advanceTimersByTime(5_000)
  proxy.state.isSilent = false
  await expect.poll(() => onReconnect.mock.calls.length).toBe(1)
})

test('closing sends what waits first', async () => {
  const url = await testDatabase()
  const [a, b] = await Promise.all([startProcess(url), startProcess(url)])
  const messages = Array.from({ length: 200 }, (_, n) => `${n} ${'x'.repeat(100)}`)
  for (const message of messages) a.relay.send(message)
  await a.relay.close()
  await expect.poll(() => b.received).toEqual(messages)
})

test('a process that closes while messages wait gives up after a second', async () => {
  const proxy = await postgresProxy(await testDatabase())
  const { relay } = await startProcess(proxy.url)
  const send = pg.Client.prototype.query
  const queries = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args
  ) {
    // An endless loop of failing queries would block everything, this test included.
    return queries.mock.calls.length > 10 ? new Promise(() => {}) : Reflect.apply(send, this, args)
  })
  proxy.state.isSilent = true
  relay.send('one')
  relay.send('two')
  await relay.close()
  proxy.cut()
  await setImmediate()
  const count = queries.mock.calls.length
  queries.mockRestore()
  expect(count).toBe(1)
})

test('a process that closes without a connection never connects again', async () => {
  const url = await testDatabase()
  const proxy = await postgresProxy(url)
  const { relay, log, onReconnect } = await startProcess(proxy.url)
  proxy.state.isRefusing = true
  proxy.cut()
  await expect.poll(() => log.warn.mock.calls.length).toBe(1)
  await relay.close()
  proxy.state.isRefusing = false
  await query(url, 'SELECT pg_sleep(0.3)')
  expect(onReconnect).not.toHaveBeenCalled()
})

test('without a server, starting fails', async () => {
  const proxy = await postgresProxy(await testDatabase())
  proxy.state.isRefusing = true
  await expect(startProcess(proxy.url)).rejects.toThrow()
})
