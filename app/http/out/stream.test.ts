import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { LoaderFunctionArgs } from '@remix-run/node'
import express from 'express'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { closeSignal, drained, requestContext } from '#app/http/in/requestContext.ts'
import { compress } from '#app/http/out/compress.ts'
import type { Services } from '#app/services.ts'
import { listen } from '#tests/support/listen.ts'
import { serveRoute } from '#tests/support/serveRoute.ts'
import { testServices } from '#tests/support/services.ts'
import { errorHandler } from './replies.ts'
import { sendResponse, streamResponse, zipResponse } from './stream.ts'

const MB = 2 ** 20
const TEXT = { 'Content-Type': 'text/plain' }

/** By the two ways in which Larder sends streams. */
const SERVERS = {
  'as a page': (services: Services, source: () => AsyncIterable<Uint8Array>) =>
    serveRoute(services, { loader: async ({ context }) => streamResponse(context, source(), TEXT) }),
  'by the API': (services: Services, source: () => AsyncIterable<Uint8Array>) => {
    const app = express().use(requestContext(services))
    app.get('/', (_req, res, next) => {
      const context = { services, requestId: 'x', closed: closeSignal(res), drained: () => drained(res) }
      sendResponse(res, streamResponse(context, source(), TEXT)).catch(next)
    })
    return listen(app.use(errorHandler(services)))
  },
}

describe.each(Object.entries(SERVERS))('a stream sent %s', (_by, server) => {
  /** Serves a source; records what it produced, whether it has ended, and the log. */
  async function serve(source: () => AsyncGenerator<Uint8Array>) {
    const logged: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) })
    const state = { bytes: 0, ended: false }
    const observed = () => {
      const chunks = source()
      const next = async () => {
        const result = await chunks.next()
        if (result.done) state.ended = true
        else state.bytes += result.value.length
        return result
      }
      const end = (): Promise<IteratorResult<Uint8Array>> => {
        state.ended = true
        return chunks.return(undefined)
      }
      return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
    }
    const services: Services = { ...(await testServices()), log }
    return { url: await server(services, observed), logged, state }
  }

  const open = async (url: string, options = {}) => {
    const request = get(url, options).on('error', () => {})
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return { request, response: response.on('error', () => {}) }
  }

  async function* endless() {
    for (;;) {
      yield Buffer.alloc(100_000)
      await nextTurn()
    }
  }

  test('arrives in order', async () => {
    const { url, state } = await serve(async function* () {
      yield Buffer.from('a')
      await wait(5)
      yield Buffer.from('b')
    })
    expect(await (await fetch(url)).text()).toBe('ab')
    expect(state.ended).toBe(true)
  })

  test('is read from its source as fast as the client reads', async () => {
    const { url, state } = await serve(endless)
    const { request, response } = await open(url)
    const stalled = await resting(() => state.bytes)
    // The buffers of the two sockets.
    expect(stalled).toBeLessThan(16 * MB)
    let read = 0
    response.on('data', (chunk) => (read += chunk.length))
    await expect.poll(() => read).toBeGreaterThan(stalled + 10 * MB)
    request.destroy()
  })

  test('ends its source when the client leaves, also while it waits for the client, and nothing is logged', async () => {
    for (const leave of ['reading', 'stalled']) {
      const { url, logged, state } = await serve(endless)
      const { request, response } = await open(url)
      if (leave === 'reading') await once(response, 'data')
      if (leave === 'stalled') await resting(() => state.bytes)
      request.destroy()
      await expect.poll(() => state.ended, { message: leave }).toBe(true)
      expect(logged).toEqual([])
    }
  })

  test('ends its source when only the headers are asked for', async () => {
    const { url, state } = await serve(endless)
    const { headers } = await fetch(url, { method: 'HEAD' })
    expect(headers.get('Content-Type')).toBe('text/plain')
    await expect.poll(() => state.ended).toBe(true)
    expect(state.bytes).toBeLessThan(MB)
  })

  test('is cut off if its source fails, which is logged once', async () => {
    const { url, logged } = await serve(async function* () {
      yield Buffer.from('half of ')
      await wait(20)
      throw new Error('the disk is gone')
    })
    await expect((await fetch(url)).text()).rejects.toThrow()
    await expect.poll(() => logged).toHaveLength(1)
    expect(logged[0]).toContain('the disk is gone')
  })

  test('logs a source that fails after the client has left', async () => {
    const { url, logged } = await serve(async function* () {
      try {
        yield* endless()
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: sources can fail like this
        throw new Error('closing failed')
      }
    })
    const { request, response } = await open(url)
    await once(response, 'data')
    request.destroy()
    await expect.poll(() => logged.length).toBe(1)
  })
})

/** The bytes that a source produced, once they no longer change. */
async function resting(value: () => number): Promise<number> {
  for (let last = -1; value() < 64 * MB && (last !== value() || last === 0); await wait(200)) last = value()
  return value()
}

test('a stream is never compressed, because that would hide how fast the client reads', async () => {
  async function* long() {
    yield Buffer.alloc(100_000)
  }
  const loader = async ({ context }: LoaderFunctionArgs) => streamResponse(context, long(), TEXT)
  const url = await serveRoute(await testServices(), { loader }, compress)
  expect((await fetch(url)).headers.get('Content-Encoding')).toBe(null)
})

describe('a download', () => {
  async function serve(archive: () => AsyncGenerator<Uint8Array>) {
    const loader = async ({ context }: LoaderFunctionArgs) => zipResponse(context, archive())
    const services = await testServices()
    return serveRoute({ ...services, log: pino({ level: 'silent' }) }, { loader })
  }

  test('has all its chunks', async () => {
    const url = await serve(async function* () {
      yield Buffer.from('a')
      yield Buffer.from('b')
    })
    expect(await (await fetch(url)).text()).toBe('ab')
  })

  test('has the status of a failure if it fails at once', async () => {
    // biome-ignore lint/correctness/useYield: it fails before
    const url = await serve(async function* () {
      throw new Error('the disk is gone')
    })
    expect((await fetch(url)).status).toBe(500)
  })

  test('ends its source when only the headers are asked for', async () => {
    let ended = false
    const url = await serve(async function* () {
      try {
        for (;;) yield Buffer.alloc(100_000)
      } finally {
        ended = true
      }
    })
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
    await expect.poll(() => ended).toBe(true)
  })
})
