import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { DomainError } from '#app/domain/errors.ts'
import { testServices } from '#tests/support/services.ts'
import { passHeaders, withSentences } from './errors.ts'

const tooMany = () => {
  throw new DomainError('too-many', 'A little slower.', { retryAfter: 7 })
}

function buildOf(module: object) {
  // Only the routes are looked at.
  return { routes: { one: { id: 'one', path: '', module } } } as unknown as ServerBuild
}

type Handler = (args: { context: AppLoadContext }) => Promise<unknown>

function handlerOf(build: ServerBuild, name: 'loader' | 'action') {
  return withSentences(build).routes.one?.module[name] as unknown as Handler
}

function contextOf(scripted: boolean) {
  return { services: testServices(), requestId: 'abc', scripted } as AppLoadContext
}

const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (thrown: unknown) => thrown as Response,
  )

test('a page that refuses answers with the status, the sentence and when to come back', async () => {
  const loader = handlerOf(buildOf({ loader: tooMany, default: () => null }), 'loader')
  const response = await thrownBy(loader({ context: contextOf(false) }))
  expect(response?.status).toBe(429)
  expect(response?.headers.get('Retry-After')).toBe('7')
  expect(await response?.json()).toEqual({ sentence: 'A little slower.' })
})

test('a route without a screen says it in plain words', async () => {
  const action = handlerOf(buildOf({ action: tooMany }), 'action')
  const response = await thrownBy(action({ context: contextOf(false) }))
  expect(response?.status).toBe(429)
  expect(await response?.text()).toBe('A little slower.\n')
})

test('a scripted form gets a reply it can show where it stands', async () => {
  const action = handlerOf(buildOf({ action: tooMany, default: () => null }), 'action')
  const reply = await action({ context: contextOf(true) })
  expect(reply).toMatchObject({
    data: { ok: false, message: 'A little slower.', status: 429 },
    init: { status: 429 },
  })
})

test('a bug stays a bug', async () => {
  const broken = () => {
    throw new TypeError('x is not a function')
  }
  const loader = handlerOf(buildOf({ loader: broken, default: () => null }), 'loader')
  await expect(loader({ context: contextOf(false) })).rejects.toThrow(TypeError)
})

test('what is returned comes through untouched', async () => {
  const loader = handlerOf(buildOf({ loader: () => ({ fine: true }) }), 'loader')
  expect(await loader({ context: contextOf(false) })).toEqual({ fine: true })
})

test('headers of a failure reach the browser, cookies are left to Remix', () => {
  const none = new Headers()
  const errorHeaders = new Headers({ 'Retry-After': '7', 'Set-Cookie': 'a=b' })
  const headers = passHeaders({ loaderHeaders: none, actionHeaders: none, parentHeaders: none, errorHeaders })
  expect(new Headers(headers).get('Retry-After')).toBe('7')
  expect(new Headers(headers).get('Set-Cookie')).toBeNull()
})
