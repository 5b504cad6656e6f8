import type { ClientLoaderFunctionArgs } from '@remix-run/react'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DAY } from '#app/domain/time.ts'
import type * as KeptPages from '#app/offline/keptPages.ts'
import type * as PageCache from './pageCache.ts'
import type * as Reachable from './serverReachable.ts'

const serverLoader = vi.fn()
let count = 0
let url: string
let account: string
let cache: typeof PageCache
let kept: typeof KeptPages
let reachable: typeof Reachable

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
})
afterAll(() => vi.unstubAllGlobals())

/** Each test starts in a new browser. */
beforeEach(async () => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('indexedDB', new IDBFactory())
  await openBrowser()
  count += 1
  account = 'ada'
  url = `http://larder/page?n=${count}`
  serverLoader.mockReset().mockResolvedValueOnce(page('first')).mockResolvedValueOnce(page('second'))
})

/** After its process was killed: only what is on the disk is left. */
async function openBrowser() {
  vi.resetModules()
  cache = await import('./pageCache.ts')
  kept = await import('#app/offline/keptPages.ts')
  reachable = await import('./serverReachable.ts')
}

const page = (text: string) => ({ text })

function load(at = url) {
  const args = { request: new Request(at), serverLoader } as unknown as ClientLoaderFunctionArgs
  return cache.loadCached<{ text: string }>(args, { accountOf: () => account })
}

const visit = async (at?: string) => (await load(at)).text

const expirePageCache = () => cache.expirePageCache()
const forgetUser = () => cache.forgetUser()

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
  ['an error of the server', errorResponse(500)],
  ['an error of the server without its status', new Error('Unexpected Server Error')],
])('after %s the page is shown from the cache', async (_case, error) => {
  await visit()
  expirePageCache()
  serverLoader.mockReset().mockRejectedValueOnce(error).mockResolvedValueOnce(page('second'))
  expect(await visit()).toBe('first')
  expect(await visit()).toBe('second')
})

test('a page that the server failed to send is marked until it is sent, whatever else is', async () => {
  const isFailed = (data: object) =>
    renderToStaticMarkup(createElement(() => String(cache.useFailed(data)))) === 'true'
  expect(isFailed(await load())).toBe(false)
  expirePageCache()
  serverLoader
    .mockReset()
    .mockRejectedValueOnce(errorResponse(503))
    .mockImplementation(async () => page('sent'))
  const shown = await load()
  expect(isFailed(shown)).toBe(true)
  expect(isFailed(await load(`${url}&other`))).toBe(false)
  expect(isFailed(shown)).toBe(true)
  expect(isFailed(await load())).toBe(false)
})

test('the cache does not hide that a page is gone', async () => {
  await visit()
  expirePageCache()
  const gone = errorResponse(404)
  serverLoader.mockReset().mockRejectedValueOnce(gone)
  await expect(visit()).rejects.toBe(gone)
})

// ASVS 14.3.1
test('after a logout no cached page is shown, even offline', async () => {
  await visit()
  forgetUser()
  serverLoader.mockReset().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(visit()).rejects.toThrow('Failed to fetch')
})

const offline = new TypeError('Failed to fetch')
const redirectTo = (path: string) => new Response(null, { status: 303, headers: { Location: path } })

// ASVS 14.3.1
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
  const response = { arrive: (_data: object) => {}, fail: (_error: Error) => {} }
  const pending = new Promise<object>((resolve, reject) =>
    Object.assign(response, { arrive: resolve, fail: reject }),
  )
  serverLoader.mockReset().mockReturnValueOnce(pending).mockRejectedValueOnce(offline)
  return { ...response, shown: visit() }
}

test('a response requested before the logout is not cached', async () => {
  const { arrive, shown } = slowVisit()
  forgetUser()
  arrive(page('theirs'))
  await shown
  await expect(visit()).rejects.toBe(offline)
})

test('a request that fails after the logout shows no cached page', async () => {
  await visit()
  expirePageCache()
  const { fail, shown } = slowVisit()
  forgetUser()
  fail(offline)
  await expect(shown).rejects.toBe(offline)
})

/** The browser was closed and is opened again without a connection. */
async function reopenOffline() {
  await openBrowser()
  serverLoader.mockReset().mockRejectedValue(offline)
}

const isKept = (at = url) => expect.poll(() => kept.keptAddresses()).toContain(kept.plainAddress(at))

test('without a connection a page is shown as it was, even after the browser was closed', async () => {
  await visit()
  await isKept()
  await reopenOffline()
  expect(await visit()).toBe('first')
  expect(reachable.serverReachable()).toBe(false)
})

test('a page with a dialog is the same page', async () => {
  await visit()
  await isKept()
  await reopenOffline()
  expect(await visit(`${url}&dialog=edit&itemID=1`)).toBe('first')
})

test('a page that was never open is not there without a connection', async () => {
  await visit()
  await isKept()
  await reopenOffline()
  await expect(visit(`${url}&other`)).rejects.toBe(offline)
})

test('when a page takes more than three seconds, it is shown as it was, and later as it is', async () => {
  await visit()
  await isKept()
  await openBrowser()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { arrive, shown } = slowVisit()
  vi.advanceTimersByTime(3_000)
  vi.useRealTimers()
  expect(await shown).toBe('first')
  expect(reachable.serverReachable()).toBe(false)
  arrive(page('later'))
  await expect.poll(() => reachable.serverReachable()).toBe(true)
  expect(await visit()).toBe('later')
})

test('once it is known that there is no connection, nobody waits three seconds again', async () => {
  await visit()
  await isKept()
  await openBrowser()
  reachable.setReach(false)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { shown } = slowVisit()
  vi.advanceTimersByTime(300)
  vi.useRealTimers()
  expect(await shown).toBe('first')
})

test('a page that was never open is waited for as long as it takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { arrive, shown } = slowVisit()
  vi.advanceTimersByTime(3_000)
  vi.useRealTimers()
  await new Promise((resolve) => setImmediate(resolve))
  arrive(page('at last'))
  expect(await shown).toBe('at last')
})

test('pages are kept for 14 days', async () => {
  await visit()
  await isKept()
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 14 * DAY + 1)
  await reopenOffline()
  await expect(visit()).rejects.toBe(offline)
})

test('a page is as old as its document, however long its scripts took', async () => {
  const data = page('first')
  serverLoader.mockReset().mockResolvedValueOnce(data)
  const loadedAt = Date.now() - 9_000
  vi.stubGlobal('window', { __remixContext: { state: { loaderData: { page: data } } }, loadedAt })
  const onLoaded = vi.fn()
  const args = { request: new Request(url), serverLoader } as unknown as ClientLoaderFunctionArgs
  await cache.loadCached(args, { accountOf: () => account, onLoaded })
  expect(onLoaded).toHaveBeenCalledWith(data, loadedAt)
  expect(cache.sentAt(data)).toBe(loadedAt)
  await vi.waitFor(async () => expect((await kept.keptPage(url))?.at).toBe(loadedAt))
})

test('a page is not shown if the clock says that it comes from the future', async () => {
  await visit()
  await isKept()
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 15 * DAY)
  await reopenOffline()
  await expect(visit()).rejects.toBe(offline)
})

test('the 40 lists that were open last are kept', async () => {
  serverLoader.mockReset().mockImplementation(async () => page('list'))
  let time = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => time)
  const lists = Array.from({ length: 42 }, (_, n) => `http://larder/single-list?listID=${n}`)
  await visit('http://larder/?userID=ada')
  for (const list of lists) {
    time += 1000
    await visit(list)
    await isKept(list)
  }
  const addresses = await kept.keptAddresses()
  expect(addresses.sort()).toEqual(
    ['http://larder/?userID=ada', ...lists.slice(2)].map(kept.plainAddress).sort(),
  )
})

test("somebody else's page deletes all that was kept", async () => {
  await visit()
  await isKept()
  account = 'ben'
  await openBrowser()
  serverLoader.mockReset().mockResolvedValue(page('of Ben'))
  await visit(`${url}&other`)
  await isKept(`${url}&other`)
  expect(await kept.keptAddresses()).toEqual([kept.plainAddress(`${url}&other`)])
})

test("a page of a link doesn't delete the pages of the account", async () => {
  await visit()
  await isKept()
  account = '/s/token'
  await visit('http://larder/s/token')
  await isKept('http://larder/s/token')
  await isKept()
})

test('a page that was requested before somebody else signed in is not kept', async () => {
  await visit()
  await isKept()
  expirePageCache()
  const { arrive, shown } = slowVisit()
  forgetUser()
  arrive(page('theirs'))
  await shown
  await kept.forgetPages()
  await expect(visit()).rejects.toBe(offline)
  expect(await kept.keptAddresses()).toEqual([])
})

test('a browser that keeps nothing shows pages as before', async () => {
  vi.stubGlobal('indexedDB', undefined)
  await openBrowser()
  expect(await visit()).toBe('first')
  expirePageCache()
  serverLoader.mockReset().mockRejectedValue(offline)
  expect(await visit()).toBe('first')
})
