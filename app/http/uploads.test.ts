import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type RequestHandler } from 'express'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startSession } from '#app/domain/sessions.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { readBody } from './body.ts'
import { errorHandler } from './failures.ts'
import { requestContext } from './requestContext.ts'
import { type Pace, readUpload } from './uploads.ts'

const MB = 1024 * 1024
const MULTIPART = 'multipart/form-data; boundary=x'

/** Only the middleware that reads bodies, followed by a handler that reports what it received. */
async function setUp(slowest?: Pace) {
  const services = testServices()
  const app = express().use(requestContext(services.config))
  const upload = readUpload(services, slowest)
  const report: RequestHandler = (_req, res) => {
    const { body, uploadError } = res.locals
    res.json({ kept: body?.length ?? null, refused: uploadError?.status ?? null })
  }
  app.post('/add-receipt/:id', upload, report)
  app.patch('/api/v1/receipt/:id', upload, report)
  app.use(readBody, report)
  app.use(errorHandler(services))
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const signIn = async () => `session=${await startSession(services, (await addUser(services)).id)}`

  async function send(
    size: number,
    { cookie = '', path = '/add-receipt/1', method = 'POST', type = MULTIPART },
  ) {
    const headers = { cookie, 'Content-Type': type }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers,
      body: Buffer.alloc(size),
    })
    const text = await response.text()
    return response.ok ? JSON.parse(text) : response.status
  }

  /** Starts an upload and holds it: resolves once the server has asked for the body. */
  function hold(cookie: string, size: number) {
    const headers = { cookie, 'Content-Type': MULTIPART, 'Content-Length': size, Expect: '100-continue' }
    const upload = request({ port, method: 'POST', path: '/add-receipt/1', headers })
    upload.on('error', () => {})
    upload.flushHeaders()
    return new Promise<typeof upload>((resolve) => upload.once('continue', () => resolve(upload)))
  }

  /** Sends so much of an upload, and goes on only when it is told to. */
  async function begin(cookie: string, announced: number, sent: number) {
    const upload = await hold(cookie, announced)
    await new Promise((resolve) => upload.write(Buffer.alloc(sent), resolve))
    return upload
  }

  return { signIn, send, hold, begin }
}

describe('a photo', () => {
  test.each([
    ['the page', { path: '/add-receipt/1' }],
    ['a script', { path: '/add-receipt/1.data' }],
    ['the API', { path: '/api/v1/receipt/1', method: 'PATCH' }],
  ])('of 10 MB comes in through %s', async (_name, options) => {
    const { signIn, send } = await setUp()
    expect(await send(10 * MB, { cookie: await signIn(), ...options })).toEqual({
      kept: 10 * MB,
      refused: null,
    })
  })

  test('of more is heard to its end, and not kept', async () => {
    const { signIn, send } = await setUp()
    expect(await send(11 * MB, { cookie: await signIn() })).toEqual({ kept: null, refused: 413 })
  })

  test('of a stranger is not kept, and not heard when it is too large', async () => {
    const { send } = await setUp()
    expect(await send(5 * MB, {})).toEqual({ kept: null, refused: null })
    expect(await send(5 * MB, { cookie: 'session=nonsense' })).toEqual({ kept: null, refused: null })
    expect(await send(11 * MB, {})).toBe(413)
  })

  test.each([
    ['another page', { path: '/single-list' }],
    ['another method', { path: '/api/v1/receipt/1', method: 'POST' }],
    ['a form of another kind', { type: 'application/x-www-form-urlencoded' }],
    ['a deeper path', { path: '/add-receipt/1/2' }],
  ])('is too large for %s', async (_name, options) => {
    const { signIn, send } = await setUp()
    expect(await send(65_000, { cookie: await signIn(), ...options })).toBe(413)
  })

  test('must wait while the same person sends two others', async () => {
    const { signIn, send, hold } = await setUp()
    const [cookie, other] = [await signIn(), await signIn()]
    const held = [await hold(cookie, MB), await hold(cookie, MB)]
    expect(await send(1000, { cookie })).toEqual({ kept: null, refused: 503 })
    expect(await send(1000, { cookie: other })).toEqual({ kept: 1000, refused: null })
    for (const upload of held) upload.destroy()
    await expect
      .poll(() => send(1000, { cookie }), { timeout: 15_000 })
      .toEqual({ kept: 1000, refused: null })
  })

  test('takes no room for bytes that are only announced', async () => {
    const { signIn, send, hold } = await setUp()
    const [one, two] = [await signIn(), await signIn()]
    const held = [one, one, two, two].map((cookie) => hold(cookie, 10 * MB))
    for (const upload of await Promise.all(held)) upload.write('x')
    expect(await send(10 * MB, { cookie: await signIn() })).toEqual({ kept: 10 * MB, refused: null })
  })

  test('comes in although two people fill the memory: the one who holds the most gives way', async () => {
    const { signIn, send, begin } = await setUp()
    const [one, two] = [await signIn(), await signIn()]
    for (const cookie of [one, one, two, two]) await begin(cookie, 10 * MB, 8 * MB - 100)
    expect(await send(10 * MB, { cookie: await signIn() })).toEqual({ kept: 10 * MB, refused: null })
  })

  test('that never gets on is refused, and its memory is free again', async () => {
    const { signIn, send, begin } = await setUp({ bytes: 1000, ms: 50 })
    const cookie = await signIn()
    const slow = [await begin(cookie, 10 * MB, 5 * MB), await begin(cookie, 10 * MB, 5 * MB)]
    const statuses = slow.map(
      (upload) => new Promise((resolve) => upload.once('response', ({ statusCode }) => resolve(statusCode))),
    )
    expect(await Promise.all(statuses)).toEqual([408, 408])
    await expect.poll(() => send(1000, { cookie })).toEqual({ kept: 1000, refused: null })
  })
})
