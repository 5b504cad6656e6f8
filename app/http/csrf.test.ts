import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { isSameOrigin, requireOwnPage } from './csrf.ts'

const BASE = 'https://larder.example.org'

function allows(headers: Record<string, string>, baseUrl?: string) {
  return isSameOrigin({ headers: { host: 'box:3000', ...headers } } as unknown as IncomingMessage, baseUrl)
}

test.each([
  ['says so', { 'sec-fetch-site': 'same-origin' }, true],
  ['was typed or opened by hand', { 'sec-fetch-site': 'none' }, true],
  ['comes from a sister host', { 'sec-fetch-site': 'same-site' }, false],
  ['comes from another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['says something new', { 'sec-fetch-site': 'perhaps' }, false],
  ['is contradicted by the browser', { 'sec-fetch-site': 'cross-site', origin: BASE }, false],
  ['names our own host', { origin: 'http://box:3000' }, true],
  ['names our host on another port', { origin: 'http://box:4000' }, false],
  ['names another host', { origin: 'https://evil.example' }, false],
  ['hides its origin', { origin: 'null' }, false],
  ['names nonsense', { origin: ':::' }, false],
  ['comes from a program, with neither', {}, true],
])('without BASE_URL, a request that %s', (_what, headers, allowed) => {
  expect(allows(headers)).toBe(allowed)
})

test.each([
  ['names BASE_URL', { origin: BASE }, true],
  ['names BASE_URL without https', { origin: 'http://larder.example.org' }, false],
  ['names the host the proxy asks for', { origin: 'http://box:3000' }, false],
  ['is of the same origin, at another name of the server', { 'sec-fetch-site': 'same-origin' }, true],
])('with BASE_URL, a request that %s', (_what, headers, allowed) => {
  expect(allows(headers, BASE)).toBe(allowed)
})

test.each([
  ['a link opened on plain http', { accept: 'text/html,*/*;q=0.8' }, 'link-not-allowed'],
  ['the same with an upper-case Accept header', { accept: 'TEXT/HTML' }, 'link-not-allowed'],
  ['an image on another port of this host', { accept: 'image/avif,image/*' }, 'link-not-allowed'],
  ['another site', { accept: '*/*', origin: 'https://evil.example' }, 'cross-site-request'],
  ['a URL typed into the address bar', { accept: 'text/html', 'sec-fetch-site': 'none' }, undefined],
  ['a page of ours', { accept: 'text/html', origin: BASE }, undefined],
  ['a script', { accept: '*/*' }, undefined],
  ['a script without an Accept header', {}, undefined],
])('a GET that changes something, requested by %s', (_what, headers, code) => {
  const attempt = () => requireOwnPage({ headers } as IncomingMessage, BASE)
  if (code) expect(attempt).toThrow(expect.objectContaining({ code }))
  else expect(attempt).not.toThrow()
})
