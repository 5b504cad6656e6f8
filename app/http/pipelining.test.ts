import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { answered, limitPipelining } from './pipelining.ts'
import type { Answer, Asking } from './stages.ts'

/** A server whose responses are sent when the test says so. */
async function serve() {
  const responses: ServerResponse[] = []
  const closed: number[] = []
  const server = createServer((req, res) =>
    limitPipelining(req as Asking, res as unknown as Answer, () => {
      const n = responses.push(res)
      res.on('close', () => closed.push(n))
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  const ask = (count: number) => client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count))
  return { responses, closed, client, ask }
}

test('every response hears that its connection is gone, also those that wait behind another, and once', async () => {
  const { responses, closed, client, ask } = await serve()
  ask(3)
  await expect.poll(() => responses.length).toBe(3)
  client.resetAndDestroy()
  await expect.poll(() => [...closed].sort()).toEqual([1, 2, 3])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(closed).toHaveLength(3)
  expect(responses.map(({ destroyed }) => destroyed)).toEqual([true, true, true])
})

test('a connection is answered when the last of its responses is sent', async () => {
  const { responses, ask } = await serve()
  ask(2)
  await expect.poll(() => responses.length).toBe(2)
  const socket = responses[0]?.req.socket
  if (!socket) throw new Error('no socket')
  let done = false
  const waiting = answered(socket).then(() => {
    done = true
  })
  responses[0]?.end('a')
  await once(responses[0] as ServerResponse, 'close')
  expect(done).toBe(false)
  responses[1]?.end('b')
  await waiting
  await answered(socket)
})

test('it is also answered when it is gone, or when only what can never be complete is open', async () => {
  const { responses, client, ask } = await serve()
  ask(2)
  await expect.poll(() => responses.length).toBe(2)
  const [first, second] = responses
  if (!first || !second) throw new Error('no responses')
  const { socket } = first.req
  first.end('a')
  await answered(socket, second)
  const waiting = answered(socket)
  client.destroy()
  await waiting
})
