import { randomBytes } from 'node:crypto'
import { type Random, seededRandom } from './random.ts'
import { hostile, type TestUser } from './requests.ts'

/** The actions of one client on one connection. */
export interface Script {
  /** The bytes to send, with a pause in milliseconds before each piece. */
  pieces: { bytes: Buffer; pause: number }[]
  /** The client leaves after this many response bytes or milliseconds, whichever comes first. */
  after: { bytes: number; ms: number }
  how: 'close' | 'reset' | 'half-close' | 'never-read'
}

export interface Props {
  user: TestUser
  photo: Buffer
}

const LONGEST_MS = 400
const CRLF = '\r\n'
const BOUNDARY = '----larder-0123456789abcdef'

/** The n-th connection of a seed: a few requests, mostly well-formed, sent in pieces and abandoned early. */
export function script(seed: number, n: number, props: Props): Script {
  const random = seededRandom(seed * 7_000_003 + n)
  const requests = Array.from({ length: 1 + random.below(5) }, () => request(random, n, props))
  let bytes = Buffer.concat(requests)
  // Half-sent: the rest never comes.
  if (random.oneIn(4)) bytes = bytes.subarray(0, random.below(bytes.length + 1))
  return {
    pieces: cut(random, bytes),
    after: {
      bytes: random.one([
        1,
        random.below(500),
        random.below(20_000),
        random.below(500_000),
        Number.POSITIVE_INFINITY,
      ]),
      ms: random.one([random.below(20), random.below(100), LONGEST_MS]),
    },
    how: random.one(['close', 'reset', 'half-close', 'never-read']),
  }
}

/** One packet, or pieces cut at unusual places. */
function cut(random: Random, bytes: Buffer): Script['pieces'] {
  if (random.oneIn(2)) return [{ bytes, pause: 0 }]
  const places = Array.from({ length: 1 + random.below(4) }, () => random.below(bytes.length + 1)).sort(
    (a, b) => a - b,
  )
  const edges = [0, ...places, bytes.length]
  return edges.slice(1).map((end, index) => ({
    bytes: bytes.subarray(edges[index], end),
    pause: random.one([0, 0, 1, 3, 20]),
  }))
}

type Kind = (random: Random, props: Props, n: number) => Buffer

const KINDS: Kind[] = [
  (random, { user }) => get(random.one(PAGES(user)), session(user)),
  (random, { user }) => get(random.one(PAGES(user)).replace(/^([^?]*)/, '$1.data'), session(user)),
  (random, { user }) =>
    get(random.one(['/api/v1/list', `/api/v1/item?listID=${user.listId}`]), session(user)),
  (_random, { user }) => get('/settings/export', session(user)),
  (_random, { user }) => get(`/receipt/${user.listId}`, session(user)),
  (random) => get(random.one(['/favicon.ico', '/sw.js', '/manifest.webmanifest', '/icon-512.png'])),
  (_random, { user }) =>
    form(
      `/generateAI-response?listID=${user.listId}`,
      'recipe=Pancakes',
      user,
      'Accept: application/x-ndjson',
    ),
  (random, { user }) =>
    form('/completed', `id=${user.itemId}&listID=${user.listId}&completed=${random.one(['on', ''])}`, user),
  (_random, { user }) => form(`/single-list?listID=${user.listId}`, 'name=Milk&quantity=2&price=1.25', user),
  (_random, _props, n) => form('/login', `email=${n}%40example.org&password=not+this+one`),
  (random, { user, photo }) => upload(random, user, photo),
  (random, { user }) => upgrade(random, user),
  (random, { user }) => upgrade(random, user),
  (_random, { user }, n) => hostile(n, n, user),
  (random) =>
    random.one([
      Buffer.from(`CONNECT larder:443 HTTP/1.1${CRLF}Host: localhost${CRLF}${CRLF}`),
      randomBytes(40),
    ]),
]

function request(random: Random, n: number, props: Props): Buffer {
  return random.one(KINDS)(random, props, n)
}

const PAGES = ({ id, listId, itemId }: TestUser) => [
  '/landing',
  `/?userID=${id}`,
  `/single-list?listID=${listId}`,
  `/single-list?listID=${listId}&dialog=edit&itemID=${itemId}`,
  '/settings',
  '/chat',
  '/nowhere',
]

const session = ({ cookie }: TestUser) => `Cookie: session=${cookie}`

function head(first: string, ...headers: string[]): Buffer {
  return Buffer.from([`${first} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join(CRLF))
}

const get = (path: string, ...headers: string[]) => head(`GET ${path}`, 'Accept-Encoding: br', ...headers)

function form(path: string, body: string, user?: TestUser, ...headers: string[]): Buffer {
  const type = 'Content-Type: application/x-www-form-urlencoded'
  const identity = user ? [session(user)] : []
  return Buffer.concat([
    head(`POST ${path}`, type, `Content-Length: ${body.length}`, ...identity, ...headers),
    Buffer.from(body),
  ])
}

function upload(random: Random, user: TestUser, photo: Buffer): Buffer {
  const part = `--${BOUNDARY}${CRLF}Content-Disposition: form-data; name="receiptImage"; filename="a.jpg"${CRLF}${CRLF}`
  const body = Buffer.concat([Buffer.from(part), photo, Buffer.from(`${CRLF}--${BOUNDARY}--${CRLF}`)])
  const [method, path] = random.one([
    ['POST', `/add-receipt/${user.listId}`],
    ['PATCH', `/api/v1/receipt/${user.listId}`],
  ])
  const expect = random.oneIn(3) ? ['Expect: 100-continue'] : []
  const type = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`
  return Buffer.concat([
    head(`${method} ${path}`, type, `Content-Length: ${body.length}`, session(user), ...expect),
    body,
  ])
}

/** Upgrades of every kind: known and unknown protocols, good and bad handshakes, with and without a body. */
function upgrade(random: Random, user: TestUser): Buffer {
  const to = random.one(['websocket', 'websocket', 'h2c', 'foo', 'TLS/1.0', 'websocket, h2c', ''])
  const key = random.one([randomBytes(16).toString('base64'), 'x', ''])
  const headers = [
    `Connection: ${random.one(['Upgrade', 'keep-alive, Upgrade', 'Upgrade, HTTP2-Settings'])}`,
    `Upgrade: ${to}`,
    `Sec-WebSocket-Version: ${random.one(['13', '13', '8', ''])}`,
    `Sec-WebSocket-Key: ${key}`,
    session(user),
    ...(random.oneIn(4) ? ['Origin: http://evil.example'] : []),
  ]
  if (random.oneIn(5)) {
    return Buffer.concat([head('POST /completed', ...headers, 'Content-Length: 3'), Buffer.from('a=1')])
  }
  const path = random.one([
    '/ws',
    '/ws',
    '/landing',
    '/livez',
    '/nowhere',
    `/single-list?listID=${user.listId}`,
  ])
  const frames = to === 'websocket' && random.oneIn(2) ? messages(random, user) : Buffer.alloc(0)
  return Buffer.concat([head(`GET ${path}`, ...headers), frames])
}

/** Sent without waiting for the handshake; some are malformed. */
function messages(random: Random, { listId }: TestUser): Buffer {
  const texts = [
    `{"type":"subscribe","listID":"${listId}"}`,
    '{"type":"message","text":"hi"}',
    '{',
    'x'.repeat(100),
  ]
  return Buffer.concat(Array.from({ length: 1 + random.below(4) }, () => frame(random.one(texts))))
}

function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  // Masking with zeros leaves the text unchanged.
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}
