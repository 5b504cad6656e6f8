import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { closeSignal, mayTake } from '#app/http/in/requestContext.ts'
import { listen } from '#tests/support/listen.ts'

async function request(respond: (res: ServerResponse) => void = () => {}) {
  const server = createServer((_req, res) => respond(res))
  const { hostname, port } = new URL(await listen(server))
  const client = connect(Number(port), hostname).on('error', () => {})
  const requested = once(server, 'request')
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [, res] = (await requested) as [unknown, ServerResponse]
  return { client, res }
}

test('the signal aborts when the client leaves, and is already aborted if it left before', async () => {
  const { client, res } = await request()
  const before = closeSignal(res)
  expect(before.aborted).toBe(false)
  client.destroy()
  await expect.poll(() => before.aborted).toBe(true)
  expect(closeSignal(res).aborted).toBe(true)
})

test('the signal aborts when the response is finished', async () => {
  const { res } = await request((res) => res.end('ok'))
  await expect.poll(() => closeSignal(res).aborted).toBe(true)
})

test('a response that may take long keeps its connection for that long, and a bit to say why it failed', async () => {
  const { client, res } = await request()
  mayTake(res, 180_000)
  expect(res.socket?.timeout).toBe(190_000)
  client.destroy()
})
