import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from '#tests/support/listen.ts'
import { requestHead, sendRaw } from '#tests/support/raw.ts'
import { testServices } from '#tests/support/services.ts'
import { handleClientErrors } from './clientErrors.ts'

test('a request that never ends gets a 408 and its connection is closed', async () => {
  const limits = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 }
  const server = createServer(limits, (_req, res) => res.end('ok'))
  handleClientErrors(server, await testServices())
  const response = await sendRaw(await listen(server), requestHead('GET /').slice(0, -4))
  expect(response).toMatchObject({ status: 408, body: 'The request took too long to arrive.\n' })
})

test('a CONNECT gets a 405 with the allowed methods', async () => {
  const server = createServer()
  handleClientErrors(server, await testServices())
  const response = await sendRaw(await listen(server), requestHead('CONNECT larder:443'))
  expect(response.status).toBe(405)
  expect(response.head).toContain('allow: get, head, post')
})

test('a response in progress is not garbled by a second one', async () => {
  const server = createServer((_req, res) => {
    res.write('half of ')
  })
  handleClientErrors(server, await testServices())
  const request = `${requestHead('POST /', 'Transfer-Encoding: chunked')}zz\r\n`
  const response = await sendRaw(await listen(server), request).catch((error: Error) => error)
  expect(JSON.stringify(response)).not.toContain('be read')
})
