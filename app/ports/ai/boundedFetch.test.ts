import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchDecoders } from '#tests/support/decoders.ts'
import { AiFailure } from './ai.ts'
import { boundedFetch } from './boundedFetch.ts'
import { listModels } from './listModels.ts'
import { openAi } from './openAi.ts'

/** The test certificate of another package. */
const TLS: { key: string; cert: string } = createRequire(import.meta.url)('smtp-server/lib/tls-options.js')()

/** Not Brotli at all: a decoder would fail on it. */
const GARBAGE = Buffer.alloc(2_000, 0xff)

async function serve(secure: boolean, respond: (req: IncomingMessage, res: ServerResponse) => void) {
  if (secure) vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const server = secure ? createHttps(TLS, respond) : createHttp(respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    server.close()
  })
  return `${secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

const WAYS = ['http', 'https'].flatMap((scheme) =>
  ['br', 'gzip', 'deflate', 'zstd', 'identity, br'].flatMap((encoding) =>
    [200, 500].map((status) => ({ scheme, encoding, status })),
  ),
)

// security: compressed-answer
test.each(WAYS)(
  'over $scheme, a response ($status) with the encoding $encoding is refused before it is decoded',
  async ({ scheme, encoding, status }) => {
    const asked: unknown[] = []
    const url = await serve(scheme === 'https', ({ headers }, res) => {
      asked.push(headers['accept-encoding'])
      res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Encoding': encoding })
      res.end(GARBAGE)
    })
    const decoders = watchDecoders()
    const options = { apiKey: '', baseUrl: url }
    const error = await listModels(options, AbortSignal.timeout(10_000)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AiFailure)
    expect(error).toMatchObject({ reason: 'invalid-response' })
    expect(asked).toEqual(['identity'])
    expect(decoders).toEqual([])
  },
)

test.each(['http', 'https'])('over %s, a request and its response arrive unchanged', async (scheme) => {
  const url = await serve(scheme === 'https', async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    res.writeHead(201, { 'Content-Type': 'application/json', 'Content-Encoding': 'identity' })
    res.end(JSON.stringify([req.method, req.headers['x-test'], Buffer.concat(chunks).toString()]))
  })
  const headers = { 'X-Test': 'yes', 'Accept-Encoding': 'br' }
  const response = await boundedFetch(url, { method: 'POST', headers, body: '½ ½' })
  expect(response.status).toBe(201)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toEqual(['POST', 'yes', '½ ½'])
})

test('a body that ends early is an error, and so is an abort in the middle', async () => {
  const url = await serve(false, (req, res) => {
    res.writeHead(200, { 'Content-Length': '100' }).write('half')
    if (req.url?.endsWith('cut')) setImmediate(() => res.destroy())
  })
  const cut = await boundedFetch(`${url}/cut`)
  await expect(cut.text()).rejects.toThrow('aborted')
  const stop = new AbortController()
  const endless = await boundedFetch(url, { signal: stop.signal })
  const reading = endless.text()
  stop.abort(new Error('enough'))
  await expect(reading).rejects.toThrow('enough')
})

test.each(['http', 'https'])(
  'over %s, a compressed answer of a model is refused the same way',
  async (scheme) => {
    const asked: unknown[] = []
    const url = await serve(scheme === 'https', (req, res) => {
      asked.push(req.headers['accept-encoding'])
      req.resume()
      res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Content-Encoding': 'br' }).end(GARBAGE)
    })
    const decoders = watchDecoders()
    const options = { currency: 'USD', signal: new AbortController().signal, onProgress() {} }
    const ai = openAi({ apiKey: '', baseUrl: url, model: 'llama', idleTimeout: 60_000, timeout: 60_000 })
    await expect(ai.ingredientsFor('Pancakes', options)).rejects.toMatchObject({ reason: 'invalid-response' })
    expect(asked).toEqual(['identity'])
    expect(decoders).toEqual([])
  },
)
