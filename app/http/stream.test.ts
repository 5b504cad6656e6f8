import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import express from 'express'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Services } from '#app/services.ts'
import { sendResponse, streamResponse } from './stream.ts'

/** A server that sends this stream, its log, and whether the source was ended. */
async function serve(source: () => AsyncGenerator<Uint8Array>) {
  const logged: string[] = []
  const log = pino({}, { write: (line) => void logged.push(line) })
  const ended = { value: false }
  async function* watched() {
    try {
      yield* source()
    } finally {
      ended.value = true
    }
  }
  const app = express()
  app.get('/', (_req, res) => {
    const context = { services: { log } as unknown as Services, requestId: 'x' }
    const response = streamResponse(context, watched(), { 'Content-Type': 'text/plain' })
    sendResponse(res, response).catch(() => res.destroy())
  })
  const server = createServer(app)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, logged, ended }
}

test('the chunks of the source arrive in order', async () => {
  const { url, ended } = await serve(async function* () {
    yield Buffer.from('a')
    await wait(5)
    yield Buffer.from('b')
  })
  expect(await (await fetch(url)).text()).toBe('ab')
  expect(ended.value).toBe(true)
})

test('a client that leaves ends the source, and nothing is logged', async () => {
  const { url, logged, ended } = await serve(async function* () {
    for (;;) {
      yield Buffer.alloc(100_000)
      await wait(1)
    }
  })
  const request = get(url)
  const [response] = await once(request, 'response')
  await once(response, 'data')
  request.on('error', () => {})
  request.destroy()
  await expect.poll(() => ended.value).toBe(true)
  expect(logged).toEqual([])
})

test('a source that fails cuts the connection and is logged once', async () => {
  const { url, logged } = await serve(async function* () {
    yield Buffer.from('half of ')
    await wait(20)
    throw new Error('the disk is gone')
  })
  const response = await fetch(url)
  await expect(response.text()).rejects.toThrow()
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('the disk is gone')
})

test('a source that fails after its client has left is only logged', async () => {
  const { url, logged } = await serve(async function* () {
    try {
      for (;;) {
        yield Buffer.alloc(100_000)
        await wait(1)
      }
    } finally {
      // biome-ignore lint/correctness/noUnsafeFinally: this is what a broken source does
      throw new Error('and this as well')
    }
  })
  const request = get(url)
  const [response] = await once(request, 'response')
  await once(response, 'data')
  request.on('error', () => {})
  request.destroy()
  await expect.poll(() => logged.length).toBe(1)
})
