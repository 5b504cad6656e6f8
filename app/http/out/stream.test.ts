import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import express from 'express'
import { type Logger, pino } from 'pino'
import { expect, test } from 'vitest'
import type { Services } from '#app/services.ts'
import { listen } from '#tests/support/listen.ts'
import { sendResponse, streamResponse, zipResponse } from './stream.ts'

function contextOf(log: Logger) {
  return { services: { log } as unknown as Services, requestId: 'x' }
}

/** Serves a stream; records log lines and whether the source has ended. */
async function serve(source: () => AsyncGenerator<Uint8Array>) {
  const logged: string[] = []
  const log = pino({}, { write: (line) => void logged.push(line) })
  const ended = { value: false }
  async function* observed() {
    try {
      yield* source()
    } finally {
      ended.value = true
    }
  }
  const app = express()
  app.get('/', (_req, res) => {
    const response = streamResponse(contextOf(log), observed(), { 'Content-Type': 'text/plain' })
    sendResponse(res, response).catch(() => res.destroy())
  })
  return { url: await listen(app), logged, ended }
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
      // biome-ignore lint/correctness/noUnsafeFinally: sources can fail like this
      throw new Error('closing failed')
    }
  })
  const request = get(url)
  const [response] = await once(request, 'response')
  await once(response, 'data')
  request.on('error', () => {})
  request.destroy()
  await expect.poll(() => logged.length).toBe(1)
})

test('a download has all chunks, and one that fails at once throws before the response starts', async () => {
  const context = contextOf(pino({ level: 'silent' }))
  async function* archive(failing = false) {
    if (failing) throw new Error('the disk is gone')
    yield Buffer.from('a')
    yield Buffer.from('b')
  }
  expect(await (await zipResponse(context, archive())).text()).toBe('ab')
  await expect(zipResponse(context, archive(true))).rejects.toThrow('the disk is gone')
})
