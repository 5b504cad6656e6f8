import { ENDPOINTS, PREFIX } from '#app/http/api/endpoints/groups.ts'
import { type Body, body } from './bodies.ts'
import { type Random, seededRandom } from './random.ts'
import { encoded, query, text } from './values.ts'

/** A user with a list and an item, so that requests get past the access checks. */
export interface TestUser {
  id: string
  cookie: string
  token: string
  listId: string
  itemId: string
  /** Of the list's link. */
  link: string
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
  ['POST', '/language'],
  ['GET', '/settings'],
  ['POST', '/settings'],
  ['GET', '/household', ['show']],
  ['POST', '/household'],
  ['GET', '/settings/remembered', ['q', 'forget']],
  ['POST', '/settings/remembered'],
  ['POST', '/revoke-token/{id}'],
  ['POST', '/add-receipt/{listID}'],
  ['GET', '/receipt/{listID}', ['v']],
  ['POST', '/generateAI-response', ['listID']],
  ['POST', '/delete-list/{listID}', ['userID']],
  ['POST', '/rename-list/{listID}', ['userID']],
  ['GET', '/currency/{listID}', []],
  ['POST', '/currency/{listID}', []],
  ['POST', '/duplicate-list/{listID}'],
  ['POST', '/untick-all/{listID}'],
  ['POST', '/delete-items/{listID}'],
  ['POST', '/delete-single-item/{listID}', ['itemID']],
  ['POST', '/edit-item/{itemID}', ['listID']],
  ['POST', '/back/{userID}'],
  ['POST', '/completed'],
  ['GET', '/quick-add', ['listID']],
  ['POST', '/quick-add', ['listID']],
  ['GET', '/suggest', ['listID', 'q']],
  ['GET', '/sharing', ['listID', 'show']],
  ['POST', '/sharing', ['listID']],
  ['POST', '/answer'],
  ['GET', '/invite/{token}'],
  ['POST', '/invite/{token}'],
  ['GET', '/seen', ['listID', 'revision']],
  ['POST', '/seen', ['listID', 'revision']],
  ['GET', '/recent', ['listID', 'before']],
  ['GET', '/recently-deleted'],
  ['POST', '/undo/{itemID}'],
  ['POST', '/restore-item/{itemID}'],
  ['POST', '/clear-done/{listID}'],
  ['GET', '/share-target', ['text', 'title', 'url']],
  ['POST', '/share-target'],
  ['GET', '/s/{link}', ['dialog', 'itemID']],
  ['POST', '/s/{link}/completed'],
  ['POST', '/s/{link}/add'],
  ['GET', '/s/{link}/quick-add'],
  ['POST', '/s/{link}/quick-add'],
  ['POST', '/s/{link}/edit', ['itemID']],
  ['POST', '/s/{link}/delete', ['itemID']],
  ['POST', '/s/{link}/undo'],
  ['POST', '/s/{link}/restore', ['itemID']],
  ['POST', '/s/{link}/name'],
  ['POST', '/s/{link}/language'],
  ['POST', '/s/{link}/seen', ['revision']],
  ['GET', '/api/docs'],
  ['GET', '/api/v1/openapi.json'],
  ['GET', '/nowhere'],
  ['GET', '/api/v1/nowhere'],
  ['GET', '/ws'],
  ['GET', '/livez'],
  ['POST', '/livez'],
  ['GET', '/assets/nothing.js'],
]

interface Route {
  method: string
  path: string
  query: string[]
  /** The fields its body can have, if known. */
  fields: string[]
}

const ROUTES: Route[] = [
  ...PAGES.map(([method, path, query = []]) => ({ method, path, query, fields: [] })),
  ...ENDPOINTS.map(({ method, path, query, body }) => ({
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
export function hostile(seed: number, n: number, user: TestUser): Buffer {
  const random = seededRandom(seed * 1_000_003 + n)
  const { path, ...route } = random.one(ROUTES)
  const method = random.oneIn(8) ? random.one(METHODS) : route.method
  const wanted = Object.fromEntries(route.query.map((name) => [name, idFor(random, name, user)]))
  const data = !path.startsWith('/api/') && random.oneIn(4) ? '.data' : ''
  const target = `${fill(random, path, user)}${data}${query(random, wanted)}`
  const sent = ['GET', 'HEAD'].includes(method) && !random.oneIn(15) ? undefined : body(random, route.fields)
  const version = random.oneIn(200)
    ? random.one(['HTTP/1.0', 'HTTP/2', 'HTTP/9.9', 'HTTX/1.1', ''])
    : 'HTTP/1.1'
  const head = [
    `${method} ${random.oneIn(150) ? oddTarget(random, target) : target} ${version}`,
    ...hosts(random),
    ...identity(random, user),
    ...oddHeaders(random),
    ...(sent ? framing(random, sent) : []),
    'Connection: close',
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), wire(head, sent)])
}

function idFor(random: Random, name: string, user: TestUser): string {
  if (random.oneIn(6)) return random.one(IDS)
  const own: Record<string, string> = {
    userID: user.id,
    listID: user.listId,
    itemID: user.itemId,
    id: user.itemId,
    link: user.link,
  }
  return own[name] ?? text(random)
}

function fill(random: Random, path: string, user: TestUser): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const list =
      name === 'id' && (path.includes('/list/') || (path.endsWith('/item/{id}') && random.oneIn(2)))
    const id = idFor(random, list ? 'listID' : name, user)
    return random.oneIn(10) ? encoded(random, text(random)) : encodeURIComponent(id)
  })
}

function oddTarget(random: Random, target: string): string {
  return random.one([
    `http://evil.example${target}`,
    `//evil.example${target}`,
    '*',
    `${target} x`,
    `\\${target}`,
    '',
  ])
}

function hosts(random: Random): string[] {
  if (!random.oneIn(60)) return ['Host: localhost']
  const odd = ['', 'a b', 'evil.example', 'localhost:99999', '[::1', 'a/b', 'x'.repeat(300), '1.2.3.4.5', 'ü']
  return random.oneIn(5) ? [] : [`Host: ${random.one(odd)}`, ...(random.oneIn(4) ? ['Host: localhost'] : [])]
}

function identity(random: Random, user: TestUser): string[] {
  const cookie = `Cookie: session=${user.cookie}`
  const token = `Authorization: Bearer ${user.token}`
  if (!random.oneIn(6)) return [random.oneIn(2) ? cookie : token]
  return random.one([
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

function oddHeaders(random: Random): string[] {
  const headers: string[] = []
  while (random.oneIn(3)) {
    headers.push(
      random.one([
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
        `Idempotency-Key: ${random.one(['k', '', 'x'.repeat(300), '\xe9', 'a b'])}`,
        'X-Forwarded-For: 1.2.3.4, nonsense',
        'X-Forwarded-Host: evil.example',
        'X-Forwarded-Proto: gopher',
        'X-HTTP-Method-Override: DELETE',
        'Upgrade: websocket',
        'X-Requested-With: \x7f',
        'Bad Header: x',
        ': no name',
        `X-Much: ${'m'.repeat(random.one([10, 17_000]))}`,
      ]),
    )
  }
  return headers
}

function framing(random: Random, { type, bytes }: Body): string[] {
  const headers = type === undefined ? [] : [`Content-Type: ${type}`]
  if (random.oneIn(15)) {
    const wrong = [
      String(bytes.length + 10),
      String(Math.max(0, bytes.length - 3)),
      '-1',
      'x',
      '1e3',
      '99999999999',
    ]
    return [...headers, `Content-Length: ${random.one(wrong)}`]
  }
  if (random.oneIn(12))
    return [...headers, `Transfer-Encoding: ${random.oneIn(4) ? 'gzip, chunked' : 'chunked'}`]
  return [...headers, `Content-Length: ${bytes.length}`]
}

function wire(head: string[], sent: Body | undefined): Buffer {
  if (!sent) return Buffer.alloc(0)
  if (!head.some((line) => line.startsWith('Transfer-Encoding'))) return sent.bytes
  const size = sent.bytes.length.toString(16)
  return Buffer.concat([Buffer.from(`${size}\r\n`), sent.bytes, Buffer.from('\r\n0\r\n\r\n')])
}
