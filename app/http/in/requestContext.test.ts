import express, { type RequestHandler } from 'express'
import { expect, test } from 'vitest'
import { listen } from '#tests/support/listen.ts'
import { testServices } from '#tests/support/services.ts'
import { requestContext } from './requestContext.ts'

async function serve(handler: RequestHandler, environment: Record<string, string> = {}) {
  return listen(express().use(requestContext(await testServices(environment)), handler))
}

const sendLocals: RequestHandler = (_req, res) => void res.json(res.locals)

test('every request has an id, an address, an origin and a reader', async () => {
  const url = await serve(sendLocals)
  const response = await fetch(url)
  const { requestId, ...rest } = await response.json()
  expect(rest).toMatchObject({ address: '127.0.0.1', origin: url, reader: { language: 'en' } })
  expect(requestId).toMatch(/^[0-9a-f]{16}$/)
  expect(response.headers.get('X-Request-Id')).toBe(requestId)
})

test('a trusted proxy determines address and protocol, BASE_URL the origin', async () => {
  const headers = { 'X-Forwarded-For': '192.0.2.7', 'X-Forwarded-Proto': 'https' }
  const proxied = await serve(sendLocals, { TRUST_PROXY: '1' })
  expect(await (await fetch(proxied, { headers })).json()).toMatchObject({
    address: '192.0.2.7',
    origin: proxied.replace('http:', 'https:'),
  })
  const named = await serve(sendLocals, { TRUST_PROXY: '1', BASE_URL: 'https://larder.example.org' })
  expect(await (await fetch(named, { headers })).json()).toMatchObject({
    origin: 'https://larder.example.org',
  })
})

test('X-Forwarded-Host is ignored', async () => {
  const url = await serve(sendLocals, { TRUST_PROXY: '1' })
  const headers = { 'X-Forwarded-Host': 'evil.example' }
  expect(await (await fetch(url, { headers })).json()).toMatchObject({ origin: url })
})
