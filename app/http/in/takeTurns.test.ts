import { EventEmitter } from 'node:events'
import type { Request, Response } from 'express'
import { beforeEach, expect, test, vi } from 'vitest'
import { takeTurns } from './takeTurns.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

// Nothing takes any time, unless a test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))

function setUp() {
  const turns = takeTurns({ config: {} } as Parameters<typeof takeTurns>[0])
  const started: string[] = []
  const send = (name: string, path: string, headers = {}, address = '192.0.2.1') => {
    const res = Object.assign(new EventEmitter(), { closed: false, locals: { address } })
    turns({ path, headers } as Request, res as unknown as Response, () => void started.push(name))
    return res
  }
  return { started, send }
}

test.each([
  ['a session', '/', { cookie: 'session=abc' }],
  ['an API token', '/api/v1/list', { authorization: 'Bearer abc' }],
  ['a link', '/s/abc/quick-add', {}],
])('requests of %s that arrive at once start one in each turn', async (_name, path, headers) => {
  const { started, send } = setUp()
  for (const name of ['a', 'b', 'c']) send(name, path, headers)
  expect(started).toEqual(['a'])
  await nextTurn()
  expect(started).toEqual(['a', 'b'])
  await nextTurn()
  expect(started).toEqual(['a', 'b', 'c'])
})

test('nobody waits for the requests of others, nor visitors for each other', () => {
  const { started, send } = setUp()
  for (const name of ['ada 1', 'ada 2']) send(name, '/', { cookie: 'session=ada' })
  send('ben', '/', { cookie: 'session=ben' })
  for (const name of ['visitor 1', 'visitor 2']) send(name, '/login')
  expect(started).toEqual(['ada 1', 'ben', 'visitor 1', 'visitor 2'])
})

test('of a link, the requests of each network take turns, whatever session they name', () => {
  const { started, send } = setUp()
  const link = '/s/abc/quick-add'
  for (const name of ['a', 'a again']) send(name, link)
  for (const name of ['b', 'b again']) send(name, link, {}, '192.0.2.2')
  for (const address of ['2001:db8::1', '2001:db8::2']) send(address, link, {}, address)
  send('spelled otherwise', '/s/%61bc/quick-add')
  send('with a session', link, { cookie: 'session=ada' })
  send('with a token', link, { authorization: 'Bearer abc' })
  expect(started).toEqual(['a', 'b', '2001:db8::1'])
})

test('a client that has left gives its turn to the next', async () => {
  const { started, send } = setUp()
  const [, gone] = ['a', 'gone', 'b'].map((name) => send(name, '/s/abc'))
  Object.assign(gone ?? {}, { closed: true })
  await nextTurn()
  expect(started).toEqual(['a', 'b'])
})

test('a long turn is followed by a pause three times as long, and the last one by none', async () => {
  const { started, send } = setUp()
  for (const name of ['a', 'b']) send(name, '/s/abc')
  vi.advanceTimersByTime(80)
  await nextTurn()
  await vi.advanceTimersByTimeAsync(239)
  expect(started).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toEqual(['a', 'b'])
  vi.advanceTimersByTime(80)
  await nextTurn()
  send('c', '/s/abc')
  expect(started).toEqual(['a', 'b', 'c'])
})
