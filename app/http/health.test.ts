import { renameSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Services } from '#app/services.ts'
import { testServices } from '#tests/support/services.ts'
import { live, ready } from './health.ts'

async function served(services: Services) {
  const app = express()
  app.get('/livez', live)
  app.get('/readyz', ready(services))
  const server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, text: await response.text() }
  }
}

test('a server that can write is ready', async () => {
  const get = await served(testServices())
  expect(await get('/readyz')).toEqual({ status: 200, text: '{"database":true,"disk":true}' })
})

test('a data folder that cannot be written is not ready, and the process is alive all the same', async () => {
  const services = testServices()
  const { DATA_DIR } = services.config
  renameSync(DATA_DIR, `${DATA_DIR}.away`)
  onTestFinished(() => renameSync(`${DATA_DIR}.away`, DATA_DIR))
  const get = await served(services)
  expect(await get('/readyz')).toMatchObject({ status: 503, text: expect.stringContaining('"disk":false') })
  expect(await get('/livez')).toMatchObject({ status: 200 })
})

test('a database that takes no writes is not ready', async () => {
  const services = testServices()
  vi.spyOn(services, 'write').mockRejectedValue(new Error('disk full'))
  const get = await served(services)
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('"database":false'),
  })
})

test('asking often does not write often', async () => {
  const services = testServices()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const write = vi.spyOn(services, 'write')
  const get = await served(services)
  await Promise.all(Array.from({ length: 20 }, () => get('/readyz')))
  expect(write).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() + 1001)
  await get('/readyz')
  expect(write).toHaveBeenCalledTimes(2)
})
