import { randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createResponseCache, readyJson } from './responseCache.ts'

const version = (id: string, revision = 1, createdAt = 1) => ({ id, revision, createdAt })
const kilobyte = readyJson('x'.repeat(1000))

test('a response is there for its revision only', () => {
  const cache = createResponseCache(10_000)
  cache.set(version('a', 2), kilobyte)
  expect(cache.get(version('a', 2))).toBe(kilobyte)
  expect(cache.get(version('a', 1))).toBeUndefined()
  expect(cache.get(version('a', 3))).toBeUndefined()
  expect(cache.get(version('b', 2))).toBeUndefined()
  // The list was deleted for good, and another one has its id.
  expect(cache.get(version('a', 2, 5))).toBeUndefined()
})

test('each list has one response, and the least recently used ones go first', () => {
  const cache = createResponseCache(3 * 1800)
  for (const id of ['a', 'b', 'c', 'c']) cache.set(version(id), kilobyte)
  expect(cache.size()).toBe(3 * 1753)
  cache.get(version('a'))
  cache.set(version('d'), kilobyte)
  const has = (id: string) => cache.get(version(id)) !== undefined
  expect(['a', 'b', 'c', 'd'].filter(has)).toEqual(['a', 'c', 'd'])
  expect(cache.size()).toBe(3 * 1753)
})

test('what is larger than the cache is not kept', () => {
  const cache = createResponseCache(1000)
  cache.set(version('a'), kilobyte)
  expect(cache.get(version('a'))).toBeUndefined()
  expect(cache.size()).toBe(0)
})

test('the tag says whether two responses are equal', () => {
  expect(readyJson({ name: 'Milk' }).etag).toBe(readyJson({ name: 'Milk' }).etag)
  expect(readyJson({ name: 'Crème' }).bytes.toString()).toBe('{"name":"Crème"}')
  expect(readyJson({ name: 'Milk' }).etag).not.toBe(readyJson({ name: 'Oat milk' }).etag)
})

test('a response is compressed once, even for many at the same time', async () => {
  const [first, second] = await Promise.all([kilobyte.brotli(), kilobyte.brotli()])
  expect(second).toBe(first)
  expect(await kilobyte.brotli()).toBe(first)
  expect(brotliDecompressSync(first)).toEqual(kilobyte.bytes)
})

test('a response that hardly gets smaller is compressed again, because the cache has no room for it', async () => {
  const noise = readyJson(randomBytes(1000).toString('base64'))
  const first = await noise.brotli()
  expect(await noise.brotli()).not.toBe(first)
  expect(brotliDecompressSync(first)).toEqual(noise.bytes)
})
