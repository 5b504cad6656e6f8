import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type RequestHandler } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { requestContext } from './requestContext.ts'

async function respondWith(handler: RequestHandler, environment: Record<string, string> = {}) {
  const app = express().use(requestContext(readConfig(environment)), handler)
  const server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const sendLocals: RequestHandler = (_req, res) => void res.json(res.locals)

test('every request has an id, an address and an origin', async () => {
  const url = await respondWith(sendLocals)
  const response = await fetch(url)
  const { requestId, ...rest } = await response.json()
  expect(rest).toEqual({ address: '127.0.0.1', origin: url })
  expect(requestId).toMatch(/^[0-9a-f]{16}$/)
  expect(response.headers.get('X-Request-Id')).toBe(requestId)
})

test('a trusted proxy decides about address and protocol, BASE_URL about the origin', async () => {
  const headers = { 'X-Forwarded-For': '192.0.2.7', 'X-Forwarded-Proto': 'https' }
  const proxied = await respondWith(sendLocals, { TRUST_PROXY: '1' })
  expect(await (await fetch(proxied, { headers })).json()).toMatchObject({
    address: '192.0.2.7',
    origin: proxied.replace('http:', 'https:'),
  })
  const named = await respondWith(sendLocals, { TRUST_PROXY: '1', BASE_URL: 'https://larder.example.org' })
  expect(await (await fetch(named, { headers })).json()).toMatchObject({
    origin: 'https://larder.example.org',
  })
})

test('X-Forwarded-Host is ignored', async () => {
  const url = await respondWith(sendLocals, { TRUST_PROXY: '1' })
  const headers = { 'X-Forwarded-Host': 'evil.example' }
  expect(await (await fetch(url, { headers })).json()).toMatchObject({ origin: url })
})
