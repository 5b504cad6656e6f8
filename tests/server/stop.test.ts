import { once } from 'node:events'
import { connect } from 'node:net'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startLarder } from '../support/larder.ts'
import { requestHead } from '../support/raw.ts'

async function running(environment: Record<string, string> = {}) {
  const started = await startLarder({ LOG_LEVEL: 'info', ...environment })
  onTestFinished(started.stop)
  const exited = once(started.server, 'exit')
  const heard = (text: string) => vi.waitFor(() => expect(started.larder.output()).toContain(text), 20_000)
  return { ...started, exited, heard }
}

/** A connection with a request under way whose body is not there yet. */
async function slowRequest(url: string) {
  const socket = connect({ port: Number(new URL(url).port), host: 'localhost' })
  onTestFinished(() => void socket.destroy())
  socket.setEncoding('utf8')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await once(socket, 'connect')
  const form = 'Content-Type: application/x-www-form-urlencoded'
  // Node says this much when the request has arrived, so the test need not guess.
  const head = requestHead('POST /landing', form, 'Content-Length: 3', 'Expect: 100-continue')
  socket.write(head.replace('Connection: close\r\n', ''))
  await vi.waitFor(() => expect(received).toContain('100 Continue'), 20_000)
  return { socket, received: () => received }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} takes nothing new, finishes what is under way, and ends with 0`, async () => {
    const { larder, server, exited, heard } = await running()
    const { socket, received } = await slowRequest(larder.url)
    server.kill(signal)
    await heard('stopping')
    await expect(fetch(`${larder.url}/livez`)).rejects.toThrow()
    const answered = performance.now()
    socket.write('a=1')
    expect(await exited).toEqual([0, null])
    // The connection is idle now, and nobody waits for it to be used again.
    expect(performance.now() - answered).toBeLessThan(5000)
    expect(received()).toContain('405 Method Not Allowed')
    expect(larder.output()).toContain('"stopped"')
  })
}

test('kept-alive connections do not hold up the end', async () => {
  const { larder, server, exited } = await running()
  await (await fetch(`${larder.url}/landing`)).text()
  const began = performance.now()
  server.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(performance.now() - began).toBeLessThan(5000)
})

test('a request that never ends is cut off within ten seconds', async () => {
  const { larder, server, exited } = await running()
  await slowRequest(larder.url)
  const began = performance.now()
  server.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('the database is left whole, without a journal to recover', async () => {
  const { larder, server, exited } = await running()
  larder.database.close()
  server.kill('SIGTERM')
  await exited
  const database = new Sqlite(`${larder.dataDir}/larder.db`, { readonly: true })
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
})

test('a bug nobody caught is logged, and ends the server with 1', async () => {
  const bug = "process.on('SIGUSR2', () => setImmediate(() => { throw new Error('a bug') }))"
  const { larder, server, exited } = await running({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(bug)}`,
  })
  server.kill('SIGUSR2')
  expect(await exited).toEqual([1, null])
  expect(larder.output()).toMatch(/"level":"fatal".*"a bug"/)
  expect(larder.output()).toContain('"stopped"')
})
