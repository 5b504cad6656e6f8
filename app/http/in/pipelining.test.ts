import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { listen } from '#tests/support/listen.ts'
import { limitPipelining, responsesSent } from './checkRequest.ts'

/** A server whose responses are sent when the test says so. */
async function serve() {
  const responses: ServerResponse[] = []
  const closed: number[] = []
  const url = await listen((req, res) =>
    limitPipelining(req as Request, res as Response, () => {
      const n = responses.push(res)
      res.on('close', () => closed.push(n))
    }),
  )
  const { hostname, port } = new URL(url)
  const client = connect(Number(port), hostname).on('error', () => {})
  const send = (count: number) => client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count))
  return { responses, closed, client, send }
}

test('a lost connection closes each of its responses once, the queued ones too', async () => {
  const { responses, closed, client, send } = await serve()
  send(3)
  await expect.poll(() => responses.length).toBe(3)
  client.resetAndDestroy()
  await expect.poll(() => [...closed].sort()).toEqual([1, 2, 3])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(closed).toHaveLength(3)
  expect(responses.map(({ destroyed }) => destroyed)).toEqual([true, true, true])
})

test('responsesSent resolves when the last response of a connection is sent', async () => {
  const { responses, send } = await serve()
  send(2)
  await expect.poll(() => responses.length).toBe(2)
  const socket = responses[0]?.req.socket
  if (!socket) throw new Error('no socket')
  let done = false
  const waiting = responsesSent(socket).then(() => {
    done = true
  })
  responses[0]?.end('a')
  await once(responses[0] as ServerResponse, 'close')
  expect(done).toBe(false)
  responses[1]?.end('b')
  await waiting
  await responsesSent(socket)
})

test('responsesSent resolves when the connection is lost, and ignores a request that can never be complete', async () => {
  const { responses, client, send } = await serve()
  send(2)
  await expect.poll(() => responses.length).toBe(2)
  const [first, second] = responses
  if (!first || !second) throw new Error('no responses')
  const { socket } = first.req
  first.end('a')
  await responsesSent(socket, second)
  const waiting = responsesSent(socket)
  client.destroy()
  await waiting
})
