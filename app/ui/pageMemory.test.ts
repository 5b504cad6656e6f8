import type { ClientLoaderFunctionArgs } from '@remix-run/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { erasePages, forgetPages, remembered } from './pageMemory.ts'

const serverLoader = vi.fn()
let count = 0
let url: string

/** Each test visits a page of its own. */
beforeEach(() => {
  count += 1
  url = `http://larder/page?n=${count}`
  serverLoader.mockReset().mockResolvedValueOnce('first').mockResolvedValueOnce('second')
})

const visit = () =>
  remembered({ request: new Request(url), serverLoader } as unknown as ClientLoaderFunctionArgs)

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
  forgetPages()
  expect(await visit()).toBe('second')
})

const answered = (status: number) => ({ status, statusText: '', internal: false, data: {} })

test.each([
  ['no connection', new TypeError('Failed to fetch')],
  ['a server that is asked too much', answered(429)],
  ['a server that restarts', answered(503)],
])('%s leaves the page as it was last known', async (_trouble, error) => {
  await visit()
  forgetPages()
  serverLoader.mockReset().mockRejectedValueOnce(error).mockResolvedValueOnce('second')
  expect(await visit()).toBe('first')
  expect(await visit()).toBe('second')
})

test.each([
  ['a page that is gone', answered(404)],
  ['a mistake of ours', answered(500)],
])('%s is not hidden', async (_trouble, error) => {
  await visit()
  forgetPages()
  serverLoader.mockReset().mockRejectedValueOnce(error)
  await expect(visit()).rejects.toBe(error)
})

test('after a logout nothing is left to show, not even without a connection', async () => {
  await visit()
  erasePages()
  serverLoader.mockReset().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(visit()).rejects.toThrow('Failed to fetch')
})
