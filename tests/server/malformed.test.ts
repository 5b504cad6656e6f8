import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addPerson, type Larder, startLarder } from '../support/larder.ts'
import { requestHead, sendRaw } from '../support/raw.ts'

let larder: Larder
let server: Awaited<ReturnType<typeof startLarder>>

beforeAll(async () => {
  server = await startLarder()
  larder = server.larder
})

afterAll(() => server.stop())

const FORM = 'Content-Type: application/x-www-form-urlencoded'
const form = (body: string, ...headers: string[]) =>
  `${requestHead('POST /landing', FORM, `Content-Length: ${body.length}`, ...headers)}${body}`
const chunked = (path: string, body: string) =>
  `${requestHead(`POST ${path}`, FORM, 'Transfer-Encoding: chunked')}${body}`

const cases: [name: string, request: string | Buffer, status: number][] = [
  ['a post from another site', form('a=1', 'Origin: http://evil.example'), 403],
  ['a post with Sec-Fetch-Site: cross-site', form('a=1', 'Sec-Fetch-Site: cross-site'), 403],
  ['a post with the Origin null', form('a=1', 'Origin: null'), 403],
  ['a post with an invalid Origin', form('a=1', 'Origin: :::'), 403],
  ['a post to a page without an action', form('a=1'), 405],
  ['a single fetch post to a page without an action', requestHead('POST /landing.data', FORM), 405],
  ['a post to a receipt image', form('a=1').replace('/landing', '/receipt/x'), 405],
  ['a post to the export', form('a=1').replace('/landing', '/settings/export'), 405],
  ['TRACE', requestHead('TRACE /'), 405],
  ['OPTIONS', requestHead('OPTIONS /'), 405],
  ['OPTIONS *', requestHead('OPTIONS *'), 400],
  ['DELETE on a page', requestHead('DELETE /landing'), 405],
  ['PUT on the API', requestHead('PUT /api/v1/list'), 405],
  ['an unknown method', requestHead('BREW /'), 400],
  ['CONNECT', requestHead('CONNECT larder:443'), 405],
  ['a path of 9 kB', requestHead(`GET /${'a'.repeat(9000)}`), 414],
  ['a path of 20 kB', requestHead(`GET /${'a'.repeat(20_000)}`), 431],
  ['a query of 9 kB', requestHead(`GET /landing?a=${'a'.repeat(9000)}`), 414],
  ['20 kB of headers', requestHead('GET /', `X-Much: ${'a'.repeat(20_000)}`), 431],
  ['a path of 2 kB', requestHead(`GET /${'a'.repeat(2000)}`), 414],
  ['an empty path segment', requestHead('GET /landing//x'), 400],
  ['a fragment', requestHead('GET /settings/export.data#x'), 400],
  ['eight thousand slashes', requestHead(`GET /zz${'/'.repeat(8000)}x`), 414],
  ['a form with 451 fields', form(`${'a=1&'.repeat(450)}a=1`), 400],
  ['an invalid percent encoding', requestHead('GET /%E0%A4%A'), 400],
  ['a null byte in the path', requestHead('GET /a%00b'), 400],
  ['an absolute URL', requestHead('GET http://evil.example/landing'), 400],
  ['an absolute URL of a health check', requestHead('GET http://evil.example/livez'), 400],
  ['a URL that starts with another host', requestHead('GET //evil.example/landing'), 400],
  ['a Host with a space', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
  ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b?c\r\nConnection: close\r\n\r\n', 400],
  ['a Host with an impossible port', 'GET / HTTP/1.1\r\nHost: a:99999\r\nConnection: close\r\n\r\n', 400],
  [
    'a Host that is no valid IP address',
    'GET / HTTP/1.1\r\nHost: 1.2.3.4.5\r\nConnection: close\r\n\r\n',
    400,
  ],
  ['two Host headers', requestHead('GET /landing', 'Host: evil.example'), 400],
  ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['HTTP/1.0 without a Host header', 'GET / HTTP/1.0\r\n\r\n', 400],
  ['an unknown path', requestHead('GET /nowhere'), 404],
  ['a single fetch request for an unknown path', requestHead('GET /nowhere.data'), 404],
  ['a post to an unknown path', `${requestHead('POST /nowhere', FORM, 'Content-Length: 3')}a=1`, 404],
  // security: route-manifest
  ['the manifest of lazy route discovery', requestHead('GET /__manifest?p=/a&p=/b&version=1'), 404],
  ["Remix 1's data requests", requestHead('GET /landing?_data=routes%2Flanding'), 400],
  [
    "Remix 1's data requests with percent encoding",
    requestHead('GET /landing?_d%61ta=routes%2Flanding'),
    400,
  ],
  ['a GET with a body', `${requestHead('GET /landing', 'Content-Length: 3')}abc`, 400],
  ['10,000 random bytes', randomBytes(10_000), 400],
  ['a TLS handshake', Buffer.from('160301020001000001fc0303', 'hex'), 400],
  ['invalid chunks', chunked('/landing', 'zz\r\nabc'), 400],
  [
    // ASVS 4.2.1
    'two Content-Length headers',
    `${requestHead('POST /landing', FORM, 'Content-Length: 3', 'Content-Length: 4')}abcd`,
    400,
  ],
  [
    // ASVS 4.2.1
    'Content-Length together with chunks',
    `${requestHead('POST /landing', FORM, 'Content-Length: 3', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    400,
  ],
  [
    'a body that is too large by its Content-Length',
    requestHead('POST /landing', FORM, 'Content-Length: 64001'),
    413,
  ],
  [
    'chunks that are too large together',
    chunked('/landing', `${'fde8\r\n'}${'a'.repeat(65_000)}\r\n0\r\n\r\n`),
    413,
  ],
  [
    'a body of an unsupported content type',
    `${requestHead('POST /landing', 'Content-Type: text/plain', 'Content-Length: 3')}abc`,
    415,
  ],
  ['a body without a content type', `${requestHead('POST /landing', 'Content-Length: 3')}abc`, 415],
  [
    'JSON to a page',
    `${requestHead('POST /landing', 'Content-Type: application/json', 'Content-Length: 2')}{}`,
    415,
  ],
  [
    'a compressed body',
    `${requestHead('POST /landing', FORM, 'Content-Encoding: gzip', 'Content-Length: 3')}abc`,
    415,
  ],
  ['an unknown expectation', requestHead('POST /landing', FORM, 'Expect: a-miracle'), 417],
]

describe('the server keeps running and rejects with a message', () => {
  test.each(cases)('%s', async (_name, request, status) => {
    const response = await sendRaw(larder.url, request)
    expect(response.status).toBe(status)
    expect(response.head).not.toMatch(/x-powered-by/)
    expect(response.body).not.toMatch(/\bat .*\(?.*:\d+:\d+|node:internal|node_modules/)
    if (response.head.includes('text/plain')) expect(response.body).toMatch(/[A-Z].*\./)
    expect((await fetch(`${larder.url}/livez`)).status).toBe(200)
  })

  test('an incomplete body', async () => {
    const incomplete = `${requestHead('POST /landing', FORM, 'Content-Length: 100')}a=1`
    expect((await sendRaw(larder.url, incomplete, { end: true })).status).toBe(400)
    expect((await fetch(`${larder.url}/livez`)).status).toBe(200)
  })
})

// ASVS 2.4.1
test('a client that sends requests without reading the responses is disconnected', async () => {
  const { hostname, port } = new URL(larder.url)
  const client = connect(Number(port), hostname)
  onTestFinished(() => void client.destroy())
  let responses = 0
  client.on('data', (chunk) => {
    responses += chunk.toString('latin1').split('HTTP/1.1 200').length - 1
  })
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()).on('error', () => {}))
  const last = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  client.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1000) + last)
  await closed
  expect(responses).toBeLessThan(20)
  expect((await fetch(`${larder.url}/landing`)).status).toBe(200)
})

test('the API sends its errors as JSON', async () => {
  const response = await fetch(`${larder.url}/api/v1/list`, { method: 'PUT' })
  expect(response.status).toBe(405)
  expect(response.headers.get('Allow')).toBe('GET, HEAD, POST')
  expect(await response.json()).toEqual({
    msg: 'This URL only accepts GET, HEAD or POST.',
    code: 'method-not-allowed',
  })
})

test('a browser that sends too much still receives the reason', async () => {
  const body = new URLSearchParams({ a: 'x'.repeat(5_000_000) })
  const response = await fetch(`${larder.url}/landing`, { method: 'POST', body })
  expect(response.status).toBe(413)
  expect(await response.text()).toBe('The request is too large. The limit is 64 kB.\n')
})

test('a single fetch request for an unknown route gets no data', async () => {
  const response = await fetch(`${larder.url}/landing.data?_routes=nonsense%2Froute`)
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('[{}]\n')
})

test('actions redirect to a page, whatever characters the id has', async () => {
  const { cookie } = addPerson(larder)
  for (const id of ['%E2%82%AC', 'a%0Ab', '%0D%0ASet-Cookie:a', '%7F', '%26dialog=add', '..%2F', 'null']) {
    for (const path of [
      'edit-item',
      'delete-single-item',
      'delete-items',
      'delete-list',
      'back',
      'add-receipt',
    ]) {
      const response = await fetch(`${larder.url}/${path}/${id}?listID=x&itemID=y`, {
        method: 'POST',
        headers: { Cookie: `session=${cookie}` },
        body: new URLSearchParams({ name: '' }),
        redirect: 'manual',
      })
      expect(response.status, `${path}/${id}`).toBe(303)
      expect(response.headers.get('Location'), `${path}/${id}`).toMatch(/^\/[!-~]*$/)
    }
  }
})

test('none of this is logged as an error', () => {
  expect(larder.output()).not.toMatch(/"level":"(?:error|fatal)"/)
})

test('an upgrade of an unknown path is a 404', async () => {
  const upgrade = [
    'GET /nowhere HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  const response = await sendRaw(larder.url, `${upgrade.join('\r\n')}\r\n\r\n`)
  expect(response.status).toBe(404)
  expect(response.head).toContain('connection: close')
})

describe('pipelined requests', () => {
  const get = (path: string, ...headers: string[]) =>
    [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
  const upgrade = (path: string, to: string) =>
    get(path, 'Connection: Upgrade', `Upgrade: ${to}`, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: x')
  const last = requestHead('GET /livez')
  // Without a password to compare: a busy machine must not reach the timeout of pipelined requests.
  const login = 'email=a%40example.org&password='
  const post = `POST /login HTTP/1.1\r\nHost: localhost\r\n${FORM}\r\nContent-Length: ${login.length}\r\n\r\n${login}`

  /** Sends the parts on one connection. Resolves with the statuses in the order in which they arrive. */
  async function statuses(parts: string[], gap: number): Promise<number[]> {
    const { hostname, port } = new URL(larder.url)
    const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1')
    onTestFinished(() => void socket.destroy())
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    const closed = new Promise((resolve) => socket.once('close', resolve).on('error', () => {}))
    for (const part of parts) {
      socket.write(part)
      if (gap > 0) await new Promise((resolve) => setTimeout(resolve, gap))
    }
    await closed
    return [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  }

  describe.each([0, 2, 20])('%i ms apart', (gap) => {
    test.each<[string, string[], number[]]>([
      ['an ignored upgrade after a page', [get('/landing'), upgrade('/livez', 'h2c'), last], [200, 200, 200]],
      [
        'three ignored upgrades',
        [upgrade('/landing', 'foo'), upgrade('/landing', 'foo'), upgrade('/livez', 'foo'), last],
        [200, 200, 200, 200],
      ],
      ['an ignored upgrade after a login', [post, upgrade('/livez', 'h2c'), last], [400, 200, 200]],
      ['a rejected socket after a page', [get('/landing'), upgrade('/nowhere', 'websocket')], [200, 404]],
      ['CONNECT after a page', [get('/landing'), requestHead('CONNECT larder:443')], [200, 405]],
      ['garbage after a page', [get('/landing'), 'garbage\r\n\r\n'], [200, 400]],
    ])('%s: responses arrive in order', async (_name, parts, expected) => {
      expect(await statuses(parts, gap)).toEqual(expected)
      expect((await fetch(`${larder.url}/livez`)).status).toBe(200)
    })
  })

  test('a hundred ignored upgrades on one connection leave no listeners behind', async () => {
    const parts = Array.from({ length: 100 }, () => upgrade('/livez', 'h2c'))
    expect(await statuses([...parts, last], 0)).toEqual(Array(101).fill(200))
    expect(larder.output()).not.toContain('MaxListenersExceededWarning')
  })
})
