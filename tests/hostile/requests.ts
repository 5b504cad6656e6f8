import { OPERATIONS, PREFIX } from '#app/http/api/operations.ts'
import { type Body, body } from './bodies.ts'
import { type Chance, chance } from './chance.ts'
import { encoded, query, text } from './values.ts'

/** Somebody with something to lose, so that requests get deep. */
export interface Somebody {
  id: string
  cookie: string
  token: string
  listId: string
  itemId: string
}

/** Every page and every action without a page. */
const PAGES: [method: string, path: string, query?: string[]][] = [
  ['GET', '/', ['userID']],
  ['POST', '/', ['userID']],
  ['GET', '/landing'],
  ['GET', '/single-list', ['listID', 'dialog', 'itemID']],
  ['POST', '/single-list', ['listID']],
  ['GET', '/login'],
  ['POST', '/login'],
  ['GET', '/register'],
  ['POST', '/register'],
  ['POST', '/logout'],
  ['GET', '/forgot-password'],
  ['POST', '/forgot-password'],
  ['GET', '/auth/reset-password', ['token', 'email']],
  ['POST', '/auth/reset-password', ['token', 'email']],
  ['GET', '/user/verify-email', ['token', 'email']],
  ['POST', '/user/verify-email', ['token', 'email']],
  ['GET', '/chat'],
  ['GET', '/settings'],
  ['POST', '/settings'],
  ['POST', '/revoke-token/{id}'],
  ['POST', '/add-receipt/{listID}'],
  ['GET', '/receipt/{listID}', ['v']],
  ['POST', '/generateAI-response', ['listID']],
  ['POST', '/delete-list/{listID}', ['userID']],
  ['POST', '/delete-items/{listID}'],
  ['POST', '/delete-single-item/{listID}', ['itemID']],
  ['POST', '/edit-item/{itemID}', ['listID']],
  ['POST', '/back/{userID}'],
  ['POST', '/completed'],
  ['GET', '/api/docs'],
  ['GET', '/api/v1/openapi.json'],
  ['GET', '/nowhere'],
  ['GET', '/api/v1/nowhere'],
  ['GET', '/ws'],
  ['GET', '/livez'],
  ['GET', '/assets/nothing.js'],
]

interface Route {
  method: string
  path: string
  query: string[]
  /** The fields that its body may have, where that is known. */
  fields: string[]
}

const ROUTES: Route[] = [
  ...PAGES.map(([method, path, query = []]) => ({ method, path, query, fields: [] })),
  ...OPERATIONS.map(({ method, path, query, body }) => ({
    method,
    path: `${PREFIX}${path}`,
    query: Object.keys(query.shape),
    fields: typeof body === 'object' ? Object.keys(body.shape) : [],
  })),
]

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PATCH',
  'DELETE',
  'PUT',
  'OPTIONS',
  'TRACE',
  'BREW',
  'get',
  'PROPFIND',
]
const IDS = [
  '',
  'null',
  '0',
  '-1',
  '..',
  'constructor',
  '01890000-0000-7000-8000-000000000000',
  'x'.repeat(3_000),
]

/** The n-th malformed request of a seed, as bytes. */
export function hostile(seed: number, n: number, who: Somebody): Buffer {
  const by = chance(seed * 1_000_003 + n)
  const { path, ...route } = by.one(ROUTES)
  const method = by.oneIn(8) ? by.one(METHODS) : route.method
  const wanted = Object.fromEntries(route.query.map((name) => [name, idFor(by, name, who)]))
  const data = !path.startsWith('/api/') && by.oneIn(4) ? '.data' : ''
  const target = `${fill(by, path, who)}${data}${query(by, wanted)}`
  const sent = ['GET', 'HEAD'].includes(method) && !by.oneIn(15) ? undefined : body(by, route.fields)
  const version = by.oneIn(200) ? by.one(['HTTP/1.0', 'HTTP/2', 'HTTP/9.9', 'HTTX/1.1', '']) : 'HTTP/1.1'
  const head = [
    `${method} ${by.oneIn(150) ? oddTarget(by, target) : target} ${version}`,
    ...hosts(by),
    ...identity(by, who),
    ...oddHeaders(by),
    ...(sent ? framing(by, sent) : []),
    'Connection: close',
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), wire(head, sent)])
}

function idFor(by: Chance, name: string, who: Somebody): string {
  if (by.oneIn(6)) return by.one(IDS)
  const own: Record<string, string> = {
    userID: who.id,
    listID: who.listId,
    itemID: who.itemId,
    id: who.itemId,
  }
  return own[name] ?? text(by)
}

function fill(by: Chance, path: string, who: Somebody): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const list = name === 'id' && (path.includes('/list/') || (path.endsWith('/item/{id}') && by.oneIn(2)))
    const id = idFor(by, list ? 'listID' : name, who)
    return by.oneIn(10) ? encoded(by, text(by)) : encodeURIComponent(id)
  })
}

function oddTarget(by: Chance, target: string): string {
  return by.one([
    `http://evil.example${target}`,
    `//evil.example${target}`,
    '*',
    `${target} x`,
    `\\${target}`,
    '',
  ])
}

function hosts(by: Chance): string[] {
  if (!by.oneIn(60)) return ['Host: localhost']
  const odd = ['', 'a b', 'evil.example', 'localhost:99999', '[::1', 'a/b', 'x'.repeat(300), '1.2.3.4.5', 'ü']
  return by.oneIn(5) ? [] : [`Host: ${by.one(odd)}`, ...(by.oneIn(4) ? ['Host: localhost'] : [])]
}

function identity(by: Chance, who: Somebody): string[] {
  const cookie = `Cookie: session=${who.cookie}`
  const token = `Authorization: Bearer ${who.token}`
  if (!by.oneIn(6)) return [by.oneIn(2) ? cookie : token]
  return by.one([
    [],
    [cookie, token],
    [`${cookie}; session=x; flash=${'y'.repeat(40)}`],
    ['Cookie: session=; ; =; session', cookie],
    [`Cookie: ${'a=b; '.repeat(600)}`],
    ['Authorization: Bearer'],
    [`Authorization: Bearer ${'z'.repeat(6_000)}`],
    ['Authorization: Basic !!!', cookie],
    ['Cookie: flash=../../x; __Host-session=\xff'],
  ])
}

function oddHeaders(by: Chance): string[] {
  const headers: string[] = []
  while (by.oneIn(3)) {
    headers.push(
      by.one([
        'Origin: null',
        'Origin: http://evil.example',
        'Origin: :::',
        'Sec-Fetch-Site: cross-site',
        'Accept: application/json',
        `Accept: ${'text/html;q=0.1,'.repeat(50)}`,
        'Accept-Encoding: br;q=nonsense, gzip, *',
        'Content-Encoding: gzip',
        'Expect: 100-continue',
        'Expect: nothing',
        'Range: bytes=5-1,99999999999999999999-',
        'If-None-Match: """',
        'If-Modified-Since: yesterday',
        `Idempotency-Key: ${by.one(['k', '', 'x'.repeat(300), '\xe9', 'a b'])}`,
        'X-Forwarded-For: 1.2.3.4, nonsense',
        'X-Forwarded-Host: evil.example',
        'X-Forwarded-Proto: gopher',
        'X-HTTP-Method-Override: DELETE',
        'Upgrade: websocket',
        'X-Requested-With: \x7f',
        'Bad Header: x',
        ': no name',
        `X-Much: ${'m'.repeat(by.one([10, 17_000]))}`,
      ]),
    )
  }
  return headers
}

function framing(by: Chance, { type, bytes }: Body): string[] {
  const headers = type === undefined ? [] : [`Content-Type: ${type}`]
  if (by.oneIn(15)) {
    const wrong = [
      String(bytes.length + 10),
      String(Math.max(0, bytes.length - 3)),
      '-1',
      'x',
      '1e3',
      '99999999999',
    ]
    return [...headers, `Content-Length: ${by.one(wrong)}`]
  }
  if (by.oneIn(12)) return [...headers, `Transfer-Encoding: ${by.oneIn(4) ? 'gzip, chunked' : 'chunked'}`]
  return [...headers, `Content-Length: ${bytes.length}`]
}

function wire(head: string[], sent: Body | undefined): Buffer {
  if (!sent) return Buffer.alloc(0)
  if (!head.some((line) => line.startsWith('Transfer-Encoding'))) return sent.bytes
  const size = sent.bytes.length.toString(16)
  return Buffer.concat([Buffer.from(`${size}\r\n`), sent.bytes, Buffer.from('\r\n0\r\n\r\n')])
}
