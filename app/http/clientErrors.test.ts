import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { requestHead, sendRaw } from '#tests/support/raw.ts'
import { testServices } from '#tests/support/services.ts'
import { handleClientErrors } from './clientErrors.ts'

test('a request that never ends gets a 408 and its connection is closed', async () => {
  const limits = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 }
  const server = createServer(limits, (_req, res) => res.end('ok'))
  handleClientErrors(server, testServices())
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await sendRaw(`http://127.0.0.1:${port}`, requestHead('GET /').slice(0, -4))
  expect(answer).toMatchObject({ status: 408, body: 'The request took too long to arrive.\n' })
})

test('a response in progress is not garbled by a second one', async () => {
  const server = createServer((_req, res) => {
    res.write('half of ')
  })
  handleClientErrors(server, testServices())
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const request = `${requestHead('POST /', 'Transfer-Encoding: chunked')}zz\r\n`
  const answer = await sendRaw(`http://127.0.0.1:${port}`, request).catch((error: Error) => error)
  expect(JSON.stringify(answer)).not.toContain('be read')
})
