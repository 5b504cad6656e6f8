import { type AppLoadContext, data, redirect, type ServerBuild } from '@remix-run/node'
import express, { type RequestHandler } from 'express'
import { describe, expect, test, vi } from 'vitest'
import { DomainError } from '#app/domain/errors.ts'
import { requestContext } from '#app/http/in/requestContext.ts'
import { guardRoutes } from '#app/http/remix.ts'
import type { Services } from '#app/services.ts'
import { listen } from '#tests/support/listen.ts'
import { testServices } from '#tests/support/services.ts'
import { errorHandler } from './replies.ts'

const MESSAGE = 'Too many attempts. Try again in 7 seconds.'
const tooMany = () => {
  throw new DomainError('too-many-requests', { seconds: 7 }, { retryAfter: 7 })
}

/** The response of a server whose handler fails with this error. */
async function requestFailing(path: string, error: unknown, given?: Services) {
  const services = given ?? (await testServices())
  const app = express()
  const fail: RequestHandler = (_req, _res, next) => next(error)
  app.use(requestContext(services), fail, errorHandler(services))
  const response = await fetch((await listen(app)) + path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('the API responds with a message and a code as JSON', async () => {
  const fields = { name: { code: 'name-too-long', params: {} } } as const
  const error = new DomainError('name-too-long', {}, { fields })
  const { status, text } = await requestFailing('/api/v1/list', error)
  const msg = 'Names can have up to 200 characters.'
  expect([status, JSON.parse(text)]).toEqual([400, { msg, code: 'name-too-long', fields: { name: msg } }])
})

test('other paths respond with the message as text', async () => {
  const { status, text, headers } = await requestFailing('/landing', new DomainError('url-too-long'))
  expect([status, text]).toEqual([414, 'This URL is too long.\n'])
  expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
})

test('a 405 says which methods are allowed, a 401 how to authenticate', async () => {
  const notAllowed = await requestFailing(
    '/x',
    new DomainError('method-not-allowed', { allowed: ['GET', 'HEAD'] }),
  )
  expect([notAllowed.status, notAllowed.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  const anonymous = await requestFailing('/api/v1/list', new DomainError('not-signed-in'))
  expect([anonymous.status, anonymous.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer'])
})

test('a bug is a 500 with the request id; the log has the stack', async () => {
  const services = await testServices()
  const logged = vi.spyOn(services.log, 'error')
  const { status, headers, text } = await requestFailing('/x', new TypeError('x is not a function'), services)
  expect(status).toBe(500)
  expect(text).toContain(headers.get('X-Request-Id'))
  expect(text).not.toContain('x is not a function')
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({ err: expect.any(TypeError) }),
    'unexpected error',
  )
})

test('a full disk is a 507', async () => {
  const error = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  expect(await requestFailing('/x', error)).toMatchObject({ status: 507 })
})

function buildOf(module: object) {
  // guardRoutes only looks at the routes.
  return { routes: { one: { id: 'one', path: '', module } } } as unknown as ServerBuild
}

type Handler = (args: { context: AppLoadContext }) => Promise<unknown>

function handlerOf(build: ServerBuild, name: 'loader' | 'action') {
  return guardRoutes(build).routes.one?.module[name] as unknown as Handler
}

async function contextOf(scripted: boolean, more: Partial<AppLoadContext> = {}) {
  return {
    services: await testServices(),
    requestId: 'abc',
    address: '127.0.0.1',
    scripted,
    ...more,
  } as AppLoadContext
}

const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (thrown: unknown) => thrown as Response,
  )

test('a failing page responds with the status, the message and Retry-After', async () => {
  const loader = handlerOf(buildOf({ loader: tooMany, default: () => null }), 'loader')
  const response = await thrownBy(loader({ context: await contextOf(false) }))
  expect(response?.status).toBe(429)
  expect(response?.headers.get('Retry-After')).toBe('7')
  expect(await response?.json()).toEqual({ code: 'too-many-requests', sentence: MESSAGE })
})

test('a page that cannot read a busy database is a 503 with Retry-After', async () => {
  const busy = () => {
    throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
  }
  const loader = handlerOf(buildOf({ loader: busy, default: () => null }), 'loader')
  const response = await thrownBy(loader({ context: await contextOf(false) }))
  expect([response?.status, response?.headers.get('Retry-After')]).toEqual([503, '2'])
})

test('a failing route without a page responds with text', async () => {
  const action = handlerOf(buildOf({ action: tooMany }), 'action')
  const response = await thrownBy(action({ context: await contextOf(false) }))
  expect(response?.status).toBe(429)
  expect(await response?.text()).toBe(`${MESSAGE}\n`)
})

test('a failing action sends our script a reply that fits the form', async () => {
  const action = handlerOf(buildOf({ action: tooMany, default: () => null }), 'action')
  const reply = await action({ context: await contextOf(true) })
  expect(reply).toMatchObject({
    data: { ok: false, message: MESSAGE, status: 429 },
    init: { status: 429 },
  })
})

describe('an action that is asked for JSON', () => {
  const jsonOf = async (module: object, more: Partial<AppLoadContext> = {}) => {
    const context = await contextOf(false, {
      wantsJson: true,
      closed: new AbortController().signal,
      ...more,
    })
    const response = await handlerOf(buildOf(module), 'action')({ context })
    if (!(response instanceof Response)) throw new Error('no response')
    return { status: response.status, headers: response.headers, json: await response.json() }
  }

  test('responds with its result, its status and its headers', async () => {
    const init = { status: 409, headers: { 'X-Test': 'yes' } }
    const withInit = await jsonOf({ action: () => data({ ok: false }, init), default: () => null })
    expect(withInit).toMatchObject({ status: 409, json: { ok: false } })
    expect(withInit.headers.get('X-Test')).toBe('yes')
    expect(await jsonOf({ action: () => ({ ok: true }) })).toMatchObject({ status: 200, json: { ok: true } })
  })

  test('responds to a failure with its code and Retry-After', async () => {
    const { status, headers, json } = await jsonOf({ action: tooMany })
    expect([status, json]).toEqual([
      429,
      { ok: false, status: 429, code: 'too-many-requests', message: MESSAGE },
    ])
    expect(headers.get('Retry-After')).toBe('7')
  })

  test('responds to a busy database with a 503', async () => {
    const busy = () => {
      throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
    }
    const { status, headers, json } = await jsonOf({ action: busy })
    expect([status, json.code, headers.get('Retry-After')]).toEqual([503, 'server-busy', '2'])
  })

  test('responds to a bug with a 500 and logs it', async () => {
    const services = await testServices()
    const logged = vi.spyOn(services.log, 'error')
    const broken = () => {
      throw new TypeError('x is not a function')
    }
    const { status, json } = await jsonOf({ action: broken }, { services })
    expect([status, json]).toMatchObject([500, { ok: false, status: 500, code: 'internal-error' }])
    expect(json.message).not.toContain('x is not a function')
    expect(logged).toHaveBeenCalledOnce()
  })

  test('passes redirects on', async () => {
    const action = handlerOf(buildOf({ action: () => Promise.reject(redirect('/login')) }), 'action')
    const context = await contextOf(false, { wantsJson: true, closed: new AbortController().signal })
    expect((await thrownBy(action({ context })))?.headers.get('Location')).toBe('/login')
  })
})

test('a failure before Remix is a reply to our script', async () => {
  const services = await testServices()
  const fail: RequestHandler = (_req, _res, next) =>
    next(new DomainError('server-busy', {}, { retryAfter: 2 }))
  const url = await listen(express().use(requestContext(services), fail, errorHandler(services)))
  const response = await fetch(`${url}/completed`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
  })
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(await response.json()).toMatchObject({ ok: false, status: 503, code: 'server-busy' })
})

test('a bug in a loader is passed on to Remix', async () => {
  const broken = () => {
    throw new TypeError('x is not a function')
  }
  const loader = handlerOf(buildOf({ loader: broken, default: () => null }), 'loader')
  await expect(loader({ context: await contextOf(false) })).rejects.toThrow(TypeError)
})

test('results of loaders are not touched', async () => {
  const loader = handlerOf(buildOf({ loader: () => ({ fine: true }) }), 'loader')
  expect(await loader({ context: await contextOf(false) })).toEqual({ fine: true })
})
