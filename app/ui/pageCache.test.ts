import type { ClientLoaderFunctionArgs } from '@remix-run/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearPageCache, expirePageCache, loadCached } from './pageCache.ts'

const serverLoader = vi.fn()
let count = 0
let url: string

/** Each test visits a different page. */
beforeEach(() => {
  count += 1
  url = `http://larder/page?n=${count}`
  serverLoader.mockReset().mockResolvedValueOnce('first').mockResolvedValueOnce('second')
})

const visit = (page = url) =>
  loadCached({ request: new Request(page), serverLoader } as unknown as ClientLoaderFunctionArgs)

test('a page is shown from the cache for five minutes', async () => {
  vi.useFakeTimers()
  expect(await visit()).toBe('first')
  vi.advanceTimersByTime(299_000)
  expect(await visit()).toBe('first')
  vi.advanceTimersByTime(2_000)
  expect(await visit()).toBe('second')
  vi.useRealTimers()
})

test('an expired page is loaded again', async () => {
  await visit()
  expirePageCache()
  expect(await visit()).toBe('second')
})

const errorResponse = (status: number) => ({ status, statusText: '', internal: false, data: {} })

test.each([
  ['a network error', new TypeError('Failed to fetch')],
  ['too many requests', errorResponse(429)],
  ['a server that is restarting', errorResponse(503)],
])('after %s the page is shown from the cache', async (_case, error) => {
  await visit()
  expirePageCache()
  serverLoader.mockReset().mockRejectedValueOnce(error).mockResolvedValueOnce('second')
  expect(await visit()).toBe('first')
  expect(await visit()).toBe('second')
})

test.each([
  ['not found', errorResponse(404)],
  ['a server error', errorResponse(500)],
])('the cache does not hide: %s', async (_case, error) => {
  await visit()
  expirePageCache()
  serverLoader.mockReset().mockRejectedValueOnce(error)
  await expect(visit()).rejects.toBe(error)
})

test('after a logout no cached page is shown, even offline', async () => {
  await visit()
  clearPageCache()
  serverLoader.mockReset().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(visit()).rejects.toThrow('Failed to fetch')
})

const offline = new TypeError('Failed to fetch')
const redirectTo = (path: string) => new Response(null, { status: 303, headers: { Location: path } })

test.each([
  ['a redirect to the landing page', redirectTo('/landing')],
  ['a redirect to the login page', redirectTo('/login?share=Milk')],
  ['a redirect to an absolute URL', redirectTo('http://larder/landing')],
  ['a 401', errorResponse(401)],
  ['a 401 as a Response', new Response(null, { status: 401 })],
])('%s clears the cache, because the browser is signed out', async (_case, thrown) => {
  await visit()
  serverLoader.mockReset().mockRejectedValueOnce(thrown).mockRejectedValueOnce(offline)
  await expect(visit(`${url}&other`)).rejects.toBe(thrown)
  await expect(visit()).rejects.toBe(offline)
})

test('other redirects keep the cache', async () => {
  await visit()
  const thrown = redirectTo('/?userID=u')
  serverLoader.mockReset().mockRejectedValueOnce(thrown)
  await expect(visit(`${url}&other`)).rejects.toBe(thrown)
  expect(await visit()).toBe('first')
})

/** A visit with a response the test controls. */
function slowVisit() {
  const response = { arrive: (_data: string) => {}, fail: (_error: Error) => {} }
  const pending = new Promise<string>((resolve, reject) =>
    Object.assign(response, { arrive: resolve, fail: reject }),
  )
  serverLoader.mockReset().mockReturnValueOnce(pending).mockRejectedValueOnce(offline)
  return { ...response, shown: visit() }
}

test('a response requested before the logout is not cached', async () => {
  const { arrive, shown } = slowVisit()
  clearPageCache()
  arrive('theirs')
  await shown
  await expect(visit()).rejects.toBe(offline)
})

test('a request that fails after the logout shows no cached page', async () => {
  await visit()
  expirePageCache()
  const { fail, shown } = slowVisit()
  clearPageCache()
  fail(offline)
  await expect(shown).rejects.toBe(offline)
})
