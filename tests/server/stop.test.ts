import { once } from 'node:events'
import { connect } from 'node:net'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { addPerson } from '../support/larder.ts'
import { KEY, startOpenAiServer } from '../support/openAiServer.ts'
import { requestHead } from '../support/raw.ts'
import { testLarder } from '../support/testLarder.ts'

async function setUp(environment: Record<string, string> = {}) {
  const { larder, server } = await testLarder({ LOG_LEVEL: 'info', ...environment })
  const exited = once(server, 'exit')
  const logged = (text: string) => vi.waitFor(() => expect(larder.output()).toContain(text), 20_000)
  return { larder, server, exited, logged }
}

/** A connection with a request whose body has not been sent yet. */
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
  // Node responds with this when the headers have arrived.
  const head = requestHead('POST /landing', form, 'Content-Length: 3', 'Expect: 100-continue')
  socket.write(head.replace('Connection: close\r\n', ''))
  await vi.waitFor(() => expect(received).toContain('100 Continue'), 20_000)
  return { socket, received: () => received }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} rejects new requests, finishes running ones and exits with 0`, async () => {
    const { larder, server, exited, logged } = await setUp()
    const { socket, received } = await slowRequest(larder.url)
    server.kill(signal)
    await logged('stopping')
    // At first, it still accepts the connections that the kernel has queued.
    await vi.waitFor(() => expect(fetch(`${larder.url}/livez`)).rejects.toThrow(), 20_000)
    const bodySent = performance.now()
    socket.write('a=1')
    expect(await exited).toEqual([0, null])
    // Idle connections are closed at once.
    expect(performance.now() - bodySent).toBeLessThan(5000)
    expect(received()).toContain('405 Method Not Allowed')
    expect(larder.output()).toContain('"stopped"')
  })
}

test('keep-alive connections do not delay the exit', async () => {
  const { larder, server, exited } = await setUp()
  await (await fetch(`${larder.url}/landing`)).text()
  const start = performance.now()
  server.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(performance.now() - start).toBeLessThan(5000)
})

test('an unfinished request is aborted within ten seconds', async () => {
  const { larder, server, exited } = await setUp()
  await slowRequest(larder.url)
  const start = performance.now()
  server.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(performance.now() - start).toBeLessThan(10_000)
})

test('a stop ends the questions to an AI at once, and tells those who asked', async () => {
  const model = await startOpenAiServer('slow')
  onTestFinished(() => model.close())
  const { larder, server, exited } = await setUp({
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: KEY,
    OPENAI_MODEL: 'llama-of-ada',
  })
  const person = addPerson(larder)
  const listId = newId()
  larder.database
    .prepare('INSERT INTO lists (id, name, created_by, created_at) VALUES (?, ?, ?, ?)')
    .run(listId, 'Market', person.id, Date.now())
  const asked = await fetch(`${larder.url}/generateAI-response?listID=${listId}`, {
    method: 'POST',
    headers: { Accept: 'application/x-ndjson', Cookie: `session=${person.cookie}` },
    body: new URLSearchParams({ recipe: 'Pancakes' }),
  })
  await vi.waitFor(() => expect(model.received).toHaveLength(1), 20_000)
  server.kill('SIGTERM')
  expect(await asked.text()).toContain('The server is restarting.')
  expect(await exited).toEqual([0, null])
})

test('the database is closed cleanly', async () => {
  const { larder, server, exited } = await setUp()
  larder.database.close()
  server.kill('SIGTERM')
  await exited
  const database = new Sqlite(`${larder.dataDir}/larder.db`, { readonly: true })
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
})

// ASVS 16.5.4
test('an uncaught exception is logged, and the server exits with 1', async () => {
  const bug = "process.on('SIGUSR2', () => setImmediate(() => { throw new Error('a bug') }))"
  const { larder, server, exited } = await setUp({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(bug)}`,
  })
  server.kill('SIGUSR2')
  expect(await exited).toEqual([1, null])
  expect(larder.output()).toMatch(/"level":"fatal".*"a bug"/)
  expect(larder.output()).toContain('"stopped"')
})
