import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { ask, lines } from '#tests/support/raw.ts'
import { answerUnreadable } from './clientErrors.ts'

test('somebody who never finishes asking is told so and cut off', async () => {
  const limits = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 }
  const server = createServer(limits, (_req, res) => res.end('ok'))
  answerUnreadable(server, pino({ level: 'silent' }))
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await ask(`http://127.0.0.1:${port}`, lines('GET /').slice(0, -4))
  expect(answer).toMatchObject({ status: 408, body: 'The request took too long to arrive.\n' })
})

test('an answer under way is not garbled by a second one', async () => {
  const server = createServer((_req, res) => {
    res.write('half of ')
  })
  answerUnreadable(server, pino({ level: 'silent' }))
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const request = `${lines('POST /', 'Transfer-Encoding: chunked')}zz\r\n`
  const answer = await ask(`http://127.0.0.1:${port}`, request).catch((error: Error) => error)
  expect(JSON.stringify(answer)).not.toContain('cannot be read')
})
