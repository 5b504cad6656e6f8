import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLarder } from '../support/larder.ts'

type Started = Awaited<ReturnType<typeof startLarder>>

describe('on plain http', () => {
  let started: Started
  beforeAll(async () => {
    started = await startLarder()
  })
  afterAll(() => started.stop())

  // ASVS 3.4.3 3.4.6
  test('a page only runs scripts with its own nonce', async () => {
    const pages = await Promise.all([1, 2].map(() => fetch(`${started.larder.url}/landing`)))
    const nonces = new Set<string>()
    for (const page of pages) {
      const policy = page.headers.get('Content-Security-Policy') ?? ''
      const nonce = /script-src 'self' 'nonce-([^']{20,})';/.exec(policy)?.[1] ?? ''
      nonces.add(nonce)
      expect(policy).toContain(
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
      const inline = (await page.text()).match(/<script(?![^>]*\ssrc=)[^>]*>/g) ?? []
      expect(inline.length).toBeGreaterThan(0)
      for (const tag of inline) expect(tag).toContain(`nonce="${nonce}"`)
    }
    expect(nonces.size).toBe(2)
  })

  test.each(['bytes=9-1', 'bytes=5-2,1-3', 'bytes=0-0', 'bytes=abc', 'x=1'])(
    'a request with Range: %s receives the whole file',
    async (Range) => {
      const { larder } = started
      const whole = await (await fetch(`${larder.url}/favicon.svg`)).text()
      const response = await fetch(`${larder.url}/favicon.svg`, { headers: { Range } })
      expect([response.status, await response.text()]).toEqual([200, whole])
      expect(larder.output()).not.toContain('unexpected error')
    },
  )

  test('browsers are not told to use https', async () => {
    const { headers } = await fetch(`${started.larder.url}/landing`)
    expect(headers.get('Strict-Transport-Security')).toBeNull()
    expect(headers.get('Content-Security-Policy')).not.toContain('upgrade-insecure-requests')
  })

  // ASVS 3.4.3 3.4.6
  test.each([
    ['an error', '/landing', 'DELETE'],
    ['the API', '/api/v1/openapi.json', 'GET'],
    ['a health check', '/readyz', 'GET'],
  ])('%s responds with a policy that loads and runs nothing', async (_case, path, method) => {
    const { headers } = await fetch(started.larder.url + path, { method })
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Cache-Control')).toMatch(/\bno-store$/)
  })

  test('assets are compressed and cached for a year', async () => {
    const page = await (await fetch(`${started.larder.url}/landing`)).text()
    const style = /href="(\/assets\/[^"]+\.css)"/.exec(page)?.[1]
    const { headers } = await fetch(`${started.larder.url}${style}`, {
      headers: { 'Accept-Encoding': 'gzip, br' },
    })
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('Content-Encoding')).toBe('br')
  })

  test('every response has an id, which its log line contains', async () => {
    const { headers } = await fetch(`${started.larder.url}/nowhere`)
    const id = headers.get('X-Request-Id') ?? ''
    expect(id).toMatch(/^[0-9a-f]{16}$/)
    await expect
      .poll(() => started.larder.output())
      .toContain(`"id":"${id}","method":"GET","url":"/nowhere","status":404`)
  })

  // security: url-tokens
  test('tokens in a URL do not reach the log', async () => {
    await fetch(`${started.larder.url}/auth/reset-password?token=hush&email=ada%40example.org`)
    await expect.poll(() => started.larder.output()).toContain('token=[redacted]&email=[redacted]')
    expect(started.larder.output()).not.toMatch(/hush|ada%40/)
  })
})

describe('behind a proxy, with an https BASE_URL', () => {
  let started: Started
  beforeAll(async () => {
    started = await startLarder({ BASE_URL: 'https://larder.example.org', TRUST_PROXY: '1' })
  })
  afterAll(() => started.stop())

  const post = (headers: Record<string, string>) =>
    fetch(`${started.larder.url}/landing`, { method: 'POST', headers, body: new URLSearchParams({ a: '1' }) })

  // ASVS 3.4.1
  test('browsers are told to use only https', async () => {
    const { headers } = await fetch(`${started.larder.url}/landing`)
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
  })

  test('a form from BASE_URL is accepted, whatever Host the proxy sends', async () => {
    expect((await post({ Origin: 'https://larder.example.org' })).status).toBe(405)
  })

  // ASVS 3.5.1
  test('X-Forwarded-Host does not make another site ours', async () => {
    const headers = { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' }
    expect((await post(headers)).status).toBe(403)
  })

  test('a same-origin form is accepted on another name of the server', async () => {
    const headers = { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' }
    expect((await post(headers)).status).toBe(405)
  })
})
