import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { goneSignal } from './gone.ts'

async function request(respond: (res: ServerResponse) => void = () => {}) {
  const server = createServer((_req, res) => respond(res))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  const asked = once(server, 'request')
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [, res] = (await asked) as [unknown, ServerResponse]
  return { client, res }
}

test('a client that leaves is gone, also when it left before anybody asked', async () => {
  const { client, res } = await request()
  const before = goneSignal(res)
  expect(before.aborted).toBe(false)
  client.destroy()
  await expect.poll(() => before.aborted).toBe(true)
  expect(goneSignal(res).aborted).toBe(true)
})

test('so is one that has its response', async () => {
  const { res } = await request((res) => res.end('ok'))
  await expect.poll(() => goneSignal(res).aborted).toBe(true)
})
