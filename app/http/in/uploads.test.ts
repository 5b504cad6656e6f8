import { request } from 'node:http'
import express, { type RequestHandler } from 'express'
import { describe, expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { errorHandler } from '#app/http/out/replies.ts'
import { listen } from '#tests/support/listen.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { readBody } from './body.ts'
import { requestContext } from './requestContext.ts'
import { type Pace, readUpload } from './uploads.ts'

const MB = 1024 * 1024
const MULTIPART = 'multipart/form-data; boundary=x'

/** Only the middleware that reads bodies, followed by a handler that reports what they kept. */
async function setUp(slowest?: Pace) {
  const services = await testServices()
  const app = express().use(requestContext(services))
  const upload = readUpload(services, slowest)
  const report: RequestHandler = (_req, res) => {
    const { body, uploadError } = res.locals
    res.json({ bytes: body?.length ?? null, error: uploadError?.status ?? null })
  }
  app.post('/add-receipt/:id', upload, report)
  app.patch('/api/v1/receipt/:id', upload, report)
  app.use(readBody, report)
  app.use(errorHandler(services))
  const url = await listen(app)
  const sessionOf = ({ id }: User) => services.write((tx) => startSession(tx, id))
  const signIn = async () => `session=${await sessionOf(await addUser(services))}`

  async function send(
    size: number,
    { cookie = '', path = '/add-receipt/1', method = 'POST', type = MULTIPART },
  ) {
    const headers = { cookie, 'Content-Type': type }
    const response = await fetch(url + path, {
      method,
      headers,
      body: Buffer.alloc(size),
    })
    const text = await response.text()
    return response.ok ? JSON.parse(text) : response.status
  }

  /** Sends only the headers of an upload. Resolves when the server is ready for the body. */
  function startUpload(cookie: string, size: number) {
    const headers = { cookie, 'Content-Type': MULTIPART, 'Content-Length': size, Expect: '100-continue' }
    const upload = request(`${url}/add-receipt/1`, { method: 'POST', headers })
    upload.on('error', () => {})
    // From the beginning, because it may come before the last byte is sent.
    const status = new Promise((resolve) => upload.once('response', (res) => resolve(res.statusCode)))
    const started = Object.assign(upload, { status })
    upload.flushHeaders()
    return new Promise<typeof started>((resolve) => upload.once('continue', () => resolve(started)))
  }

  /** Sends the first bytes of an upload and leaves it unfinished. */
  async function sendPartly(cookie: string, size: number, sent: number) {
    const upload = await startUpload(cookie, size)
    await new Promise((resolve) => upload.write(Buffer.alloc(sent), resolve))
    return upload
  }

  return { signIn, send, startUpload, sendPartly }
}

describe('an upload', () => {
  test.each([
    ["the page's form", { path: '/add-receipt/1' }],
    ["the page's script", { path: '/add-receipt/1.data' }],
    ['the API', { path: '/api/v1/receipt/1', method: 'PATCH' }],
  ])('of 10 MB is accepted from %s', async (_name, options) => {
    const { signIn, send } = await setUp()
    expect(await send(10 * MB, { cookie: await signIn(), ...options })).toEqual({
      bytes: 10 * MB,
      error: null,
    })
  })

  test('of more than 10 MB is read to its end but not kept', async () => {
    const { signIn, send } = await setUp()
    expect(await send(11 * MB, { cookie: await signIn() })).toEqual({ bytes: null, error: 413 })
  })

  test('by a signed-out client is read to its end but not kept', async () => {
    const { send } = await setUp()
    for (const size of [5 * MB, 12 * MB]) {
      expect(await send(size, {})).toEqual({ bytes: null, error: null })
      expect(await send(size, { cookie: 'session=nonsense' })).toEqual({ bytes: null, error: null })
    }
  })

  test.each([
    ['another page', { path: '/single-list' }],
    ['another method', { path: '/api/v1/receipt/1', method: 'POST' }],
    ['a URL-encoded form', { type: 'application/x-www-form-urlencoded' }],
    ['a deeper path', { path: '/add-receipt/1/2' }],
  ])('has the size limit of a form if it goes to %s', async (_name, options) => {
    const { signIn, send } = await setUp()
    // Much larger than the limit: all of it is read, or the response could get lost.
    for (const size of [65_000, 30 * MB])
      expect(await send(size, { cookie: await signIn(), ...options })).toBe(413)
  })

  test('is rejected while the same user sends two others', async () => {
    const { signIn, send, startUpload } = await setUp()
    const [cookie, other] = [await signIn(), await signIn()]
    const unfinished = [await startUpload(cookie, MB), await startUpload(cookie, MB)]
    // The server answers before it knows whose uploads they are.
    await expect.poll(() => send(1000, { cookie })).toEqual({ bytes: null, error: 503 })
    expect(await send(1000, { cookie: other })).toEqual({ bytes: 1000, error: null })
    for (const upload of unfinished) upload.destroy()
    await expect.poll(() => send(1000, { cookie }), { timeout: 15_000 }).toEqual({ bytes: 1000, error: null })
  })

  test('reserves memory only for bytes that have arrived', async () => {
    const { signIn, send, startUpload } = await setUp()
    const [one, two] = [await signIn(), await signIn()]
    const unfinished = [one, one, two, two].map((cookie) => startUpload(cookie, 10 * MB))
    for (const upload of await Promise.all(unfinished)) upload.write('x')
    expect(await send(10 * MB, { cookie: await signIn() })).toEqual({ bytes: 10 * MB, error: null })
  })

  // ASVS 5.2.1
  test('is accepted while two users fill the memory: the one who holds the most loses an upload', async () => {
    const { signIn, send, sendPartly } = await setUp()
    const [one, two] = [await signIn(), await signIn()]
    for (const cookie of [one, one, two, two]) await sendPartly(cookie, 10 * MB, 8 * MB - 100)
    expect(await send(10 * MB, { cookie: await signIn() })).toEqual({ bytes: 10 * MB, error: null })
  })

  test('that stalls is cancelled, and its memory is freed', async () => {
    const { signIn, send, sendPartly } = await setUp({ bytes: 1000, ms: 50 })
    const cookie = await signIn()
    const slow = [await sendPartly(cookie, MB, 100_000), await sendPartly(cookie, MB, 100_000)]
    expect(await Promise.all(slow.map(({ status }) => status))).toEqual([408, 408])
    await expect.poll(() => send(1000, { cookie })).toEqual({ bytes: 1000, error: null })
  })
})
