import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLarder } from '../support/larder.ts'
import { testLarder } from '../support/testLarder.ts'

let started: Awaited<ReturnType<typeof startLarder>>
beforeAll(async () => {
  started = await startLarder()
})
afterAll(() => started.stop())

const url = (path: string) => started.larder.url + path

async function scriptPath(): Promise<string> {
  const page = await (await fetch(url('/landing'))).text()
  const [path = ''] = page.match(/\/assets\/framework[\w.-]*\.js/) ?? []
  return path
}

test('every client file is served with a type, and cached for a year if its name contains a hash', async () => {
  const files = readdirSync('build/client', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace('build/client', ''))
    // Vite's manifest is not served.
    .filter((path) => !path.includes('/.'))
  expect(files.length).toBeGreaterThan(30)
  for (const path of files) {
    const response = await fetch(url(path))
    expect(response.status, path).toBe(200)
    expect(response.headers.get('Content-Type'), path).toMatch(/^[a-z]+\/[a-z\d+-]+(?:; charset=utf-8)?$/)
    expect(response.headers.get('Cache-Control'), path).toBe(cacheControl(path))
    await response.arrayBuffer()
  }
})

function cacheControl(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return /^\/sw[\w-]*\.js$|\.html$/.test(path) ? 'no-cache' : 'public, max-age=3600'
}

test('a file is sent in the smallest encoding that the client accepts', async () => {
  const path = await scriptPath()
  const encodings = ['br', 'gzip', 'identity'] as const
  const bodies = await Promise.all(
    encodings.map(async (encoding) => {
      const response = await fetch(url(path), { headers: { 'Accept-Encoding': encoding } })
      expect(response.headers.get('Content-Encoding') ?? 'identity').toBe(encoding)
      expect(response.headers.get('Vary')).toBe('Accept-Encoding')
      return { length: Number(response.headers.get('Content-Length')), text: await response.text() }
    }),
  )
  expect(new Set(bodies.map(({ text }) => text)).size).toBe(1)
  const [br = 0, gzip = 0, plain = 0] = bodies.map(({ length }) => length)
  expect(br).toBeLessThan(gzip)
  expect(gzip).toBeLessThan(plain)
  const { headers } = await fetch(url('/sw.js'))
  const again = await fetch(url('/sw.js'), { headers: { 'If-None-Match': headers.get('ETag') ?? '' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  for (const refused of ['br;q=0', 'gzip; q=0.0, br;q=0', 'not-br', 'x-gzip']) {
    const plain = await fetch(url(path), { headers: { 'Accept-Encoding': refused } })
    expect(plain.headers.get('Content-Encoding'), refused).toBeNull()
    await plain.arrayBuffer()
  }
  for (const accepted of ['gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.5', 'gzip;q=0.9,br']) {
    const small = await fetch(url(path), { headers: { 'Accept-Encoding': accepted } })
    expect(small.headers.get('Content-Encoding'), accepted).toBe('br')
    await small.arrayBuffer()
  }
  expect((await fetch(url(path), { method: 'POST' })).status).toBeGreaterThanOrEqual(400)
  const head = await fetch(url(path), { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('pages say if browsers may not keep lists', async () => {
  const { larder } = await testLarder({ OFFLINE: 'off' })
  expect(await (await fetch(`${larder.url}/landing`)).text()).toMatch(/<html [^>]*data-offline="off"/)
  expect(await (await fetch(url('/landing'))).text()).not.toContain('data-offline')
})

test('clients that disconnect in the middle of a file leave no open files', async () => {
  const { pid } = started.server
  const openFiles = () => readdirSync(`/proc/${pid}/fd`).length
  const request = `GET ${await scriptPath()} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(9)
  const { hostname, port } = new URL(started.larder.url)
  const before = openFiles()
  for (let n = 0; n < 50; n += 1) {
    const client = connect(Number(port), hostname).on('error', () => {})
    client.write(request)
    await once(client, 'readable')
    client.resetAndDestroy()
  }
  await expect.poll(openFiles).toBeLessThanOrEqual(before + 2)
})

test('the service worker keeps every script that a kept page loads later, but not the texts of other screens', () => {
  const files = (script: string) => new Set(script.match(/(?<=["'/])[\w.-]+-[\w-]{8}\.js/g))
  const read = (name: string) => readFileSync(`build/client/${name}`, 'utf8')
  const kept = files(read('sw.js'))
  const later = [...kept].flatMap((name) =>
    [...read(`assets/${name}`).matchAll(/\bimport\("\.\/([^"]+)"\)/g)].map(([, file = '']) => file),
  )
  const others = later.filter((name) => !kept.has(name))
  expect(later.length).toBeGreaterThan(others.length)
  expect(new Set(others.map((name) => name.slice(0, 14)))).toEqual(
    new Set(['other-words-de', 'other-words-es', 'other-words-fr']),
  )
})
