import type { ClientLoaderFunctionArgs } from '@remix-run/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearPageCache, expirePageCache, loadCached } from './pageCache.ts'

const serverLoader = vi.fn()
let count = 0
let url: string

/** Each test visits a page of its own. */
beforeEach(() => {
  count += 1
  url = `http://larder/page?n=${count}`
  serverLoader.mockReset().mockResolvedValueOnce('first').mockResolvedValueOnce('second')
})

const visit = (page = url) =>
  loadCached({ request: new Request(page), serverLoader } as unknown as ClientLoaderFunctionArgs)

test('a page is shown from memory for five minutes', async () => {
  vi.useFakeTimers()
  expect(await visit()).toBe('first')
  vi.advanceTimersByTime(299_000)
  expect(await visit()).toBe('first')
  vi.advanceTimersByTime(2_000)
  expect(await visit()).toBe('second')
  vi.useRealTimers()
})

test('after any change the server is asked again', async () => {
  await visit()
  expirePageCache()
  expect(await visit()).toBe('second')
})

const answered = (status: number) => ({ status, statusText: '', internal: false, data: {} })

test.each([
  ['no connection', new TypeError('Failed to fetch')],
  ['a server that is asked too much', answered(429)],
  ['a server that restarts', answered(503)],
])('%s leaves the page as it was last known', async (_trouble, error) => {
  await visit()
  expirePageCache()
  serverLoader.mockReset().mockRejectedValueOnce(error).mockResolvedValueOnce('second')
  expect(await visit()).toBe('first')
  expect(await visit()).toBe('second')
})

test.each([
  ['a page that is gone', answered(404)],
  ['a mistake of ours', answered(500)],
])('%s is not hidden', async (_trouble, error) => {
  await visit()
  expirePageCache()
  serverLoader.mockReset().mockRejectedValueOnce(error)
  await expect(visit()).rejects.toBe(error)
})

test('after a logout nothing is left to show, not even without a connection', async () => {
  await visit()
  clearPageCache()
  serverLoader.mockReset().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(visit()).rejects.toThrow('Failed to fetch')
})

const offline = new TypeError('Failed to fetch')
const redirectTo = (path: string) => new Response(null, { status: 303, headers: { Location: path } })

test.each([
  ['a redirect to the landing page', redirectTo('/landing')],
  ['a redirect to the login', redirectTo('/login?share=Milk')],
  ['a redirect by its full URL', redirectTo('http://larder/landing')],
  ['a 401', answered(401)],
  ['a 401 that is a response', new Response(null, { status: 401 })],
])('%s erases every page: this browser is signed out', async (_answer, thrown) => {
  await visit()
  serverLoader.mockReset().mockRejectedValueOnce(thrown).mockRejectedValueOnce(offline)
  await expect(visit(`${url}&other`)).rejects.toBe(thrown)
  await expect(visit()).rejects.toBe(offline)
})

test('a redirect to another page of the same person erases nothing', async () => {
  await visit()
  const thrown = redirectTo('/?userID=u')
  serverLoader.mockReset().mockRejectedValueOnce(thrown)
  await expect(visit(`${url}&other`)).rejects.toBe(thrown)
  expect(await visit()).toBe('first')
})

/** A visit whose answer comes when the test says so. */
function slowVisit() {
  const answer = { arrive: (_data: string) => {}, fail: (_error: Error) => {} }
  const waiting = new Promise<string>((resolve, reject) =>
    Object.assign(answer, { arrive: resolve, fail: reject }),
  )
  serverLoader.mockReset().mockReturnValueOnce(waiting).mockRejectedValueOnce(offline)
  return { ...answer, shown: visit() }
}

test('an answer that was asked for before the logout is not remembered after it', async () => {
  const { arrive, shown } = slowVisit()
  clearPageCache()
  arrive('theirs')
  await shown
  await expect(visit()).rejects.toBe(offline)
})

test('a request that breaks off after the logout shows nothing from before it', async () => {
  await visit()
  expirePageCache()
  const { fail, shown } = slowVisit()
  clearPageCache()
  fail(offline)
  await expect(shown).rejects.toBe(offline)
})
