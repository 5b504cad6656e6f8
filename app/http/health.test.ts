import { renameSync } from 'node:fs'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Services } from '#app/services.ts'
import { listen } from '#tests/support/listen.ts'
import { testServices } from '#tests/support/services.ts'
import { live, ready } from './health.ts'

async function serve(services: Services) {
  const app = express()
  app.get('/livez', live)
  app.get('/readyz', ready(services))
  const url = await listen(app)
  return async (path: string) => {
    const response = await fetch(url + path)
    return { status: response.status, text: await response.text() }
  }
}

test('a server that can write is ready', async () => {
  const get = await serve(await testServices())
  expect(await get('/readyz')).toEqual({ status: 200, text: '{"database":true,"disk":true}' })
})

test('a server that cannot write to its data folder is alive but not ready', async () => {
  const services = await testServices()
  const { DATA_DIR } = services.config
  renameSync(DATA_DIR, `${DATA_DIR}.away`)
  onTestFinished(() => renameSync(`${DATA_DIR}.away`, DATA_DIR))
  const get = await serve(services)
  expect(await get('/readyz')).toMatchObject({ status: 503, text: expect.stringContaining('"disk":false') })
  expect(await get('/livez')).toMatchObject({ status: 200 })
})

test('a server whose database rejects writes is not ready', async () => {
  const services = await testServices()
  vi.spyOn(services, 'write').mockRejectedValue(new Error('disk full'))
  const get = await serve(services)
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('"database":false'),
  })
})

test('many checks within a second write once', async () => {
  const services = await testServices()
  vi.useFakeTimers({ toFake: ['Date'] })
  const write = vi.spyOn(services, 'write')
  const get = await serve(services)
  await Promise.all(Array.from({ length: 20 }, () => get('/readyz')))
  expect(write).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() + 1001)
  await get('/readyz')
  expect(write).toHaveBeenCalledTimes(2)
})
