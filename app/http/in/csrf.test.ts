import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import { expect, test, vi } from 'vitest'
import type { Services } from '#app/services.ts'
import { isSameOrigin, rejectCrossSite, requireOwnPage } from './checkRequest.ts'

const BASE = 'https://larder.example.org'

function allows(headers: Record<string, string>, baseUrl?: string) {
  return isSameOrigin({ headers: { host: 'box:3000', ...headers } } as unknown as IncomingMessage, baseUrl)
}

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

test.each([
  ["a link's page, which sends no referrer", 'allowed', '/s/aToken_-/completed', {}],
  ["a link's page, from its line for adding", 'allowed', '/s/aToken_-/quick-add', {}],
  ["a link's page in a browser that says so", 'allowed', '/s/aToken', { 'sec-fetch-site': 'same-origin' }],
  [
    "another site, to a link's page, where the browser says so",
    'rejected',
    '/s/a',
    { 'sec-fetch-site': 'cross-site' },
  ],
  ['a hidden origin, to a page with an account', 'rejected', '/completed', {}],
  ["a hidden origin, to what is no link's page", 'rejected', '/s/../completed', {}],
  ["a hidden origin, to what decodes to no link's page", 'rejected', '/s/%2e%2e/completed', {}],
])('a form with the Origin null from %s is %s', (_case, result, path, headers) => {
  const next = vi.fn()
  const req = { method: 'POST', path, headers: { host: 'box:3000', origin: 'null', ...headers } }
  rejectCrossSite({ config: {} } as Services)(req as unknown as Request, {} as Response, next)
  expect(next).toHaveBeenCalledWith(
    ...(result === 'allowed' ? [] : [expect.objectContaining({ code: 'cross-site-request' })]),
  )
})
