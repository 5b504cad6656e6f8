import { readdirSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import { expect, test, vi } from 'vitest'
import type { Services } from '#app/services.ts'
import { isSameOrigin, rejectCrossSite, requireOwnPage } from './checkRequest.ts'

const BASE = 'https://larder.example.org'

function allows(headers: Record<string, string>, baseUrl?: string) {
  return isSameOrigin({ headers: { host: 'box:3000', ...headers } } as unknown as IncomingMessage, baseUrl)
}

// ASVS 3.5.1
test.each([
  ['is same-origin', 'allowed', { 'sec-fetch-site': 'same-origin' }],
  ['was typed into the address bar', 'allowed', { 'sec-fetch-site': 'none' }],
  ['comes from a sibling host', 'rejected', { 'sec-fetch-site': 'same-site' }],
  ['comes from another site', 'rejected', { 'sec-fetch-site': 'cross-site' }],
  ['has an unknown Sec-Fetch-Site', 'rejected', { 'sec-fetch-site': 'perhaps' }],
  ['is cross-site with our Origin', 'rejected', { 'sec-fetch-site': 'cross-site', origin: BASE }],
  ['has our host as Origin', 'allowed', { origin: 'http://box:3000' }],
  ['has our host on another port as Origin', 'rejected', { origin: 'http://box:4000' }],
  ['has another host as Origin', 'rejected', { origin: 'https://evil.example' }],
  ['has the Origin null', 'rejected', { origin: 'null' }],
  ['has an invalid Origin', 'rejected', { origin: ':::' }],
  ['has neither header, as from a script', 'allowed', {}],
])('without BASE_URL, a request that %s is %s', (_case, result, headers) => {
  expect(allows(headers)).toBe(result === 'allowed')
})

// ASVS 3.5.1
test.each([
  ['has BASE_URL as Origin', 'allowed', { origin: BASE }],
  ['has BASE_URL without https as Origin', 'rejected', { origin: 'http://larder.example.org' }],
  ['has the Host header of the proxy as Origin', 'rejected', { origin: 'http://box:3000' }],
  ['is same-origin on another host name', 'allowed', { 'sec-fetch-site': 'same-origin' }],
])('with BASE_URL, a request that %s is %s', (_case, result, headers) => {
  expect(allows(headers, BASE)).toBe(result === 'allowed')
})

test.each([
  ['a link opened on plain http', 'link-not-allowed', { accept: 'text/html,*/*;q=0.8' }],
  ['a link with an upper-case Accept header', 'link-not-allowed', { accept: 'TEXT/HTML' }],
  ['an image on another port of this host', 'link-not-allowed', { accept: 'image/avif,image/*' }],
  ['another site', 'cross-site-request', { accept: '*/*', origin: 'https://evil.example' }],
])('a GET that changes something is rejected if it comes from %s: %s', (_case, code, headers) => {
  const attempt = () => requireOwnPage({ headers } as IncomingMessage, BASE)
  expect(attempt).toThrow(expect.objectContaining({ code }))
})

test.each([
  ['a URL typed into the address bar', { accept: 'text/html', 'sec-fetch-site': 'none' }],
  ['our own page', { accept: 'text/html', origin: BASE }],
  ['a script', { accept: '*/*' }],
  ['a script without an Accept header', {}],
])('a GET that changes something is allowed if it comes from %s', (_case, headers) => {
  expect(() => requireOwnPage({ headers } as IncomingMessage, BASE)).not.toThrow()
})

const LINK_PAGES = readdirSync('app/routes')
  .filter((file) => file.startsWith('s.$token'))
  .map((file) => `/${file.replace(/\.ts$/, '').replace('$token_', '$token').replaceAll('.', '/')}`)
  .map((path) => path.replace('$token', 'aToken_-'))

test.each([...LINK_PAGES, '/completed', '/s/%2e%2e/completed'])(
  'a form whose origin is hidden is refused: %s',
  (path) => {
    const refuses = (headers: Record<string, string>) => {
      const next = vi.fn()
      const req = { method: 'POST', path, headers: { host: 'box:3000', ...headers } }
      rejectCrossSite({ config: {} } as Services)(req as unknown as Request, {} as Response, next)
      return next.mock.calls[0]?.[0]?.code === 'cross-site-request'
    }
    expect(refuses({ origin: 'null' })).toBe(true)
    expect(refuses({ origin: 'null', 'sec-fetch-site': 'cross-site' })).toBe(true)
    expect(refuses({ origin: 'http://box:3000' })).toBe(false)
    expect(refuses({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(false)
  },
)

test('the routes of links are among those', () => {
  expect(LINK_PAGES).toEqual(expect.arrayContaining(['/s/aToken_-', '/s/aToken_-/name', '/s/aToken_-/undo']))
})
