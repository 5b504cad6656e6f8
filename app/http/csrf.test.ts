import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { isSameOrigin, mayBeLink } from './csrf.ts'

const BASE = 'https://larder.example.org'

function asked(headers: Record<string, string>, baseUrl?: string) {
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
  expect(asked(headers)).toBe(allowed)
})

test.each([
  ['names BASE_URL', { origin: BASE }, true],
  ['names BASE_URL without https', { origin: 'http://larder.example.org' }, false],
  ['names the host the proxy asks for', { origin: 'http://box:3000' }, false],
  ['is of the same origin, at another name of the server', { 'sec-fetch-site': 'same-origin' }, true],
])('with BASE_URL, a request that %s', (_what, headers, allowed) => {
  expect(asked(headers, BASE)).toBe(allowed)
})

test.each([
  ['a page opened by a link on plain http', { accept: 'text/html,*/*;q=0.8' }, true],
  ['the same, written in capitals', { accept: 'TEXT/HTML' }, true],
  [
    'a page of a browser that says where the link was',
    { accept: 'text/html', 'sec-fetch-site': 'none' },
    false,
  ],
  ['a form of a browser that says where it was', { accept: 'text/html', origin: BASE }, false],
  ['a script', { accept: '*/*' }, false],
  ['a script that says nothing', {}, false],
])('%s: could be a link from anywhere? %j %s', (_what, headers, expected) => {
  expect(mayBeLink({ headers } as IncomingMessage)).toBe(expected)
})
