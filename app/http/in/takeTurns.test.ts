import { EventEmitter } from 'node:events'
import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { createQueues } from '#app/domain/queues.ts'
import type { Services } from '#app/services.ts'
import { takeTurns } from './takeTurns.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

function setUp() {
  const requestQueue = createQueues({ concurrency: 2, maxWaiting: 1 })
  const turns = takeTurns({ requestQueue, config: {} } as unknown as Services)
  return async (path: string, headers: Record<string, string> = {}) => {
    const res = new EventEmitter()
    const request = { handled: false, error: undefined as unknown, end: () => res.emit('close') }
    turns({ path, headers } as Request, res as unknown as Response, (error) => {
      if (error) request.error = error
      else request.handled = true
    })
    await settled()
    return request
  }
}

test.each([
  ['a session', '/', { cookie: 'session=abc' }],
  ['an API token', '/api/v1/list', { authorization: 'Bearer abc' }],
  ['a link', '/s/abc/quick-add', {}],
])(
  'only some requests of %s are handled at once, the next when one has ended',
  async (_name, path, headers) => {
    const send = setUp()
    const [first, second, third] = [
      await send(path, headers),
      await send(path, headers),
      await send(path, headers),
    ]
    expect([first?.handled, second?.handled, third?.handled]).toEqual([true, true, false])
    first?.end()
    await expect.poll(() => third?.handled).toBe(true)
  },
)

test('others do not wait for them, and too many at once are refused', async () => {
  const send = setUp()
  const [ada, ben] = [{ cookie: 'session=ada' }, { cookie: 'session=ben' }]
  for (let n = 0; n < 3; n += 1) await send('/', ada)
  expect((await send('/', ada)).error).toMatchObject({ status: 429 })
  expect((await send('/', ben)).handled).toBe(true)
  expect((await send('/login')).handled).toBe(true)
})
