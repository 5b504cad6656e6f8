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
  ['a post whose browser says it is from another site', form('a=1', 'Sec-Fetch-Site: cross-site'), 403],
  ['a post without an origin of its own', form('a=1', 'Origin: null'), 403],
  ['a post whose origin is no address', form('a=1', 'Origin: :::'), 403],
  ['a post to a page that takes none', form('a=1'), 405],
  ['a post to a page that takes none, asked for as data', requestHead('POST /landing.data', FORM), 405],
  ['a post to a picture', form('a=1').replace('/landing', '/receipt/x'), 405],
  ['a post to the download', form('a=1').replace('/landing', '/settings/export'), 405],
  ['TRACE', requestHead('TRACE /'), 405],
  ['OPTIONS', requestHead('OPTIONS /'), 405],
  ['OPTIONS for everything', requestHead('OPTIONS *'), 400],
  ['DELETE on a page', requestHead('DELETE /landing'), 405],
  ['PUT', requestHead('PUT /api/v1/list'), 405],
  ['an unknown method', requestHead('BREW /'), 400],
  ['CONNECT', requestHead('CONNECT larder:443'), 405],
  ['an address of 9 kB', requestHead(`GET /${'a'.repeat(9000)}`), 414],
  ['an address of 20 kB', requestHead(`GET /${'a'.repeat(20_000)}`), 431],
  ['a query of 9 kB', requestHead(`GET /landing?a=${'a'.repeat(9000)}`), 414],
  ['20 kB of headers', requestHead('GET /', `X-Much: ${'a'.repeat(20_000)}`), 431],
  ['a path of 2 kB', requestHead(`GET /${'a'.repeat(2000)}`), 414],
  ['a path with empty parts', requestHead('GET /landing//x'), 400],
  ['eight thousand slashes', requestHead(`GET /zz${'/'.repeat(8000)}x`), 414],
  ['a form of four hundred fields', form(`${'a=1&'.repeat(400)}a=1`), 400],
  ['a broken percent sign', requestHead('GET /%E0%A4%A'), 400],
  ['a zero byte in the address', requestHead('GET /a%00b'), 400],
  ['an absolute address', requestHead('GET http://evil.example/landing'), 400],
  ['an absolute address of something healthy', requestHead('GET http://evil.example/livez'), 400],
  ['an address of another host', requestHead('GET //evil.example/landing'), 400],
  ['a bad Host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
  ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b?c\r\nConnection: close\r\n\r\n', 400],
  ['a Host with an impossible port', 'GET / HTTP/1.1\r\nHost: a:99999\r\nConnection: close\r\n\r\n', 400],
  ['a Host that is no address', 'GET / HTTP/1.1\r\nHost: 1.2.3.4.5\r\nConnection: close\r\n\r\n', 400],
  ['two Hosts', requestHead('GET /landing', 'Host: evil.example'), 400],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['no Host, in the old way', 'GET / HTTP/1.0\r\n\r\n', 400],
  ['an unknown path', requestHead('GET /nowhere'), 404],
  ['an unknown path, asked for as data', requestHead('GET /nowhere.data'), 404],
  ['a post to an unknown path', `${requestHead('POST /nowhere', FORM, 'Content-Length: 3')}a=1`, 404],
  ['the manifest of lazy route discovery', requestHead('GET /__manifest?p=/a&p=/b&version=1'), 404],
  ["Remix's old way of asking for data", requestHead('GET /landing?_data=routes%2Flanding'), 400],
  [
    "Remix's old way of asking for data, spelt oddly",
    requestHead('GET /landing?_d%61ta=routes%2Flanding'),
    400,
  ],
  ['a reading request that carries something', `${requestHead('GET /landing', 'Content-Length: 3')}abc`, 400],
  ['10,000 random bytes', randomBytes(10_000), 400],
  ['the beginning of a TLS connection', Buffer.from('160301020001000001fc0303', 'hex'), 400],
  ['garbage in chunks', chunked('/landing', 'zz\r\nabc'), 400],
  ['two lengths', `${requestHead('POST /landing', FORM, 'Content-Length: 3', 'Content-Length: 4')}abcd`, 400],
  [
    'a length and chunks',
    `${requestHead('POST /landing', FORM, 'Content-Length: 3', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    400,
  ],
  ['a body that says it is too large', requestHead('POST /landing', FORM, 'Content-Length: 64001'), 413],
  [
    'a body that turns out to be too large',
    chunked('/landing', `${'fde8\r\n'}${'a'.repeat(65_000)}\r\n0\r\n\r\n`),
    413,
  ],
  [
    'a body of an unknown kind',
    `${requestHead('POST /landing', 'Content-Type: text/plain', 'Content-Length: 3')}abc`,
    415,
  ],
  ['a body of no kind', `${requestHead('POST /landing', 'Content-Length: 3')}abc`, 415],
  [
    'JSON to a page',
    `${requestHead('POST /landing', 'Content-Type: application/json', 'Content-Length: 2')}{}`,
    415,
  ],
  [
    'a packed body',
    `${requestHead('POST /landing', FORM, 'Content-Encoding: gzip', 'Content-Length: 3')}abc`,
    415,
  ],
  ['an expectation nobody knows', requestHead('POST /landing', FORM, 'Expect: a-miracle'), 417],
]

describe('is refused with a sentence, and the server stays', () => {
  test.each(cases)('%s', async (_name, request, status) => {
    const answer = await sendRaw(larder.url, request)
    expect(answer.status).toBe(status)
    expect(answer.head).not.toMatch(/x-powered-by/)
    expect(answer.body).not.toMatch(/\bat .*\(?.*:\d+:\d+|node:internal|node_modules/)
    if (answer.head.includes('text/plain')) expect(answer.body).toMatch(/[A-Z].*\./)
    expect((await fetch(`${larder.url}/livez`)).status).toBe(200)
  })

  test('a body that breaks off', async () => {
    const begun = `${requestHead('POST /landing', FORM, 'Content-Length: 100')}a=1`
    expect((await sendRaw(larder.url, begun, { end: true })).status).toBe(400)
    expect((await fetch(`${larder.url}/livez`)).status).toBe(200)
  })
})

test('who asks on and on without reading the answers is cut off', async () => {
  const { hostname, port } = new URL(larder.url)
  const eager = connect(Number(port), hostname)
  onTestFinished(() => void eager.destroy())
  let answers = 0
  eager.on('data', (chunk) => {
    answers += chunk.toString('latin1').split('HTTP/1.1 200').length - 1
  })
  const cut = new Promise<void>((resolve) => eager.once('close', () => resolve()).on('error', () => {}))
  const last = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  eager.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1000) + last)
  await cut
  expect(answers).toBeLessThan(20)
  expect((await fetch(`${larder.url}/landing`)).status).toBe(200)
})

test('programs get their refusals as JSON', async () => {
  const response = await fetch(`${larder.url}/api/v1/list`, { method: 'PUT' })
  expect(response.status).toBe(405)
  expect(response.headers.get('Allow')).toBe('GET, HEAD, POST')
  expect(await response.json()).toEqual({ msg: 'This method is not used here: only GET, HEAD, POST.' })
})

test('a browser that sends too much still gets to read why', async () => {
  const body = new URLSearchParams({ a: 'x'.repeat(5_000_000) })
  const response = await fetch(`${larder.url}/landing`, { method: 'POST', body })
  expect(response.status).toBe(413)
  expect(await response.text()).toBe('This is too much at once: 64 kB are allowed.\n')
})

test('data asked for by a route that does not exist is nothing, not a failure', async () => {
  const response = await fetch(`${larder.url}/landing.data?_routes=nonsense%2Froute`)
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('[{}]\n')
})

test('an id of any characters leads back to a page, without a failure of ours', async () => {
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

test('nothing of this is logged as our own mistake', () => {
  expect(larder.output()).not.toMatch(/"level":"(?:error|fatal)"/)
})

test('an upgrade where there is no socket is refused like any unknown path', async () => {
  const upgrade = [
    'GET /nowhere HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  const answer = await sendRaw(larder.url, `${upgrade.join('\r\n')}\r\n\r\n`)
  expect(answer.status).toBe(404)
  expect(answer.head).toContain('connection: close')
})

describe('requests sent one behind the other on a connection', () => {
  const get = (path: string, ...headers: string[]) =>
    [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
  const upgrade = (path: string, to: string) =>
    get(path, 'Connection: Upgrade', `Upgrade: ${to}`, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: x')
  const last = requestHead('GET /livez')
  const login = 'email=a%40example.org&password=not+this+one'
  const post = `POST /login HTTP/1.1\r\nHost: localhost\r\n${FORM}\r\nContent-Length: ${login.length}\r\n\r\n${login}`

  /** Statuses in the order in which they came. */
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
      [
        'an ignored upgrade behind a page',
        [get('/landing'), upgrade('/livez', 'h2c'), last],
        [200, 200, 200],
      ],
      [
        'three ignored upgrades',
        [upgrade('/landing', 'foo'), upgrade('/landing', 'foo'), upgrade('/livez', 'foo'), last],
        [200, 200, 200, 200],
      ],
      ['an ignored upgrade behind a login', [post, upgrade('/livez', 'h2c'), last], [400, 200, 200]],
      [
        'a socket that is refused, behind a page',
        [get('/landing'), upgrade('/nowhere', 'websocket')],
        [200, 404],
      ],
      ['a tunnel behind a page', [get('/landing'), requestHead('CONNECT larder:443')], [200, 405]],
      ['garbage behind a page', [get('/landing'), 'garbage\r\n\r\n'], [200, 400]],
    ])('%s: each is answered, in order', async (_name, parts, expected) => {
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
