import { beforeEach, expect, test, vi } from 'vitest'
import type { Unreached } from '#app/offline/keptDocument.ts'
import { answer, SLOW_AFTER_MS } from './navigation.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const URL = 'https://larder.example/'
type Kept = ((reach: Unreached) => Response) | undefined
const KEPT = async () => (reach: Unreached) => new Response(reach ? `kept, ${reach}` : 'kept')
const NOT_KEPT = async () => undefined
const NEVER = new Promise<never>(() => {})
const offlinePage = async () => new Response('offline')

const onArrival = vi.fn(async () => {})
const pages = (kept: Promise<Kept>) => ({ kept, offline: offlinePage, onArrival })

const larder = (body: BodyInit | null, status = 200) =>
  new Response(body, { status, headers: { 'X-Request-Id': '1', 'Content-Encoding': 'br' } })

/** A response whose end comes later. */
function slow(after: number) {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('slow'))
      setTimeout(() => controller.close(), after)
    },
  })
  return larder(body)
}

async function shown(network: Promise<Response>, kept: Promise<Kept>) {
  const answered = answer(URL, network, pages(kept))
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS)
  return (await answered).text()
}

test('the server comes first', async () => {
  const answered = await answer(URL, Promise.resolve(larder('fresh')), pages(KEPT()))
  expect(await answered.text()).toBe('fresh')
  expect(answered.headers.get('X-Request-Id')).toBe('1')
  expect(answered.headers.get('Content-Encoding')).toBeNull()
})

test('it has three seconds for the whole page', async () => {
  expect(await shown(Promise.resolve(slow(SLOW_AFTER_MS - 1)), KEPT())).toBe('slow')
  expect(await shown(Promise.resolve(slow(SLOW_AFTER_MS + 1)), KEPT())).toBe('kept')
  expect(await shown(NEVER, KEPT())).toBe('kept')
})

test.each([
  ['nothing', 'kept', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a page of a captive portal', 'kept, unreached', async () => new Response('sign in')],
  ["a proxy's error", 'kept, failing', async () => new Response('bad gateway', { status: 502 })],
])('instead of %s, people get the kept page, which says why', async (_case, page, network) => {
  expect(await shown(network(), KEPT())).toBe(page)
})

test.each([500, 503, 429])(
  '%i is answered with the kept page, which says that the server fails',
  async (status) => {
    expect(await shown(Promise.resolve(larder('no', status)), KEPT())).toBe('kept, failing')
  },
)

test.each([404, 403])('%i is an answer', async (status) => {
  expect(await shown(Promise.resolve(larder('no', status)), KEPT())).toBe('no')
})

const redirect = () => Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' })

test("a redirect of Larder is followed, and one of a captive portal isn't", async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(larder('landing'))
  const answered = answer(URL, Promise.resolve(redirect()), pages(KEPT()))
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS)
  expect((await answered).type).toBe('opaqueredirect')
  fetched.mockResolvedValue(new Response('portal'))
  expect(await shown(Promise.resolve(redirect()), KEPT())).toBe('kept, unreached')
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await shown(Promise.resolve(redirect()), KEPT())).toBe('kept, unreached')
})

test('a page that is not kept takes as long as it takes', async () => {
  const network = new Promise<Response>((resolve) =>
    setTimeout(() => resolve(larder('late')), 10 * SLOW_AFTER_MS),
  )
  const answered = answer(URL, network, pages(NOT_KEPT()))
  await vi.advanceTimersByTimeAsync(10 * SLOW_AFTER_MS)
  expect(await (await answered).text()).toBe('late')
})

test.each([
  ['fails', () => Promise.reject(new Error('blocked'))],
  ['never answers', () => NEVER],
])('if the storage %s, the network decides', async (_case, kept: () => Promise<undefined>) => {
  expect(await shown(Promise.resolve(larder('fresh')), kept())).toBe('fresh')
  expect(await shown(Promise.reject(new TypeError('Failed to fetch')), kept())).toBe('offline')
})

test('where a kept page leads now is known before it is shown, and its failure hides nothing', async () => {
  const gone = larder('no', 404)
  onArrival.mockRejectedValueOnce(new Error('IndexedDB is broken'))
  expect(await shown(Promise.resolve(gone), KEPT())).toBe('no')
  expect(onArrival.mock.lastCall).toEqual([gone])
  onArrival.mockClear()
  expect(await shown(Promise.resolve(new Response('sign in', { status: 404 })), KEPT())).toBe(
    'kept, unreached',
  )
  expect(onArrival).not.toHaveBeenCalled()
})
