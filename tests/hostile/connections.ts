import { randomBytes } from 'node:crypto'
import { type Chance, chance } from './chance.ts'
import { hostile, type Somebody } from './requests.ts'

/** What one client does on one connection. */
export interface Script {
  /** What is sent, in pieces, with so many milliseconds before each. */
  pieces: { bytes: Buffer; pause: number }[]
  /** It leaves after so many bytes of the responses, or after so many milliseconds, whichever comes first. */
  after: { bytes: number; ms: number }
  how: 'close' | 'reset' | 'half-close' | 'deaf'
}

export interface Props {
  who: Somebody
  photo: Buffer
}

const LONGEST_STAY = 400
const CRLF = '\r\n'
const BOUNDARY = '----larder-0123456789abcdef'

/** The n-th connection of a seed: some requests in a row, most of them well-formed, cut up and left early. */
export function script(seed: number, n: number, props: Props): Script {
  const by = chance(seed * 7_000_003 + n)
  const requests = Array.from({ length: 1 + by.below(5) }, () => request(by, n, props))
  let bytes = Buffer.concat(requests)
  // Half-sent: the rest never comes.
  if (by.oneIn(4)) bytes = bytes.subarray(0, by.below(bytes.length + 1))
  return {
    pieces: cut(by, bytes),
    after: {
      bytes: by.one([1, by.below(500), by.below(20_000), by.below(500_000), Number.POSITIVE_INFINITY]),
      ms: by.one([by.below(20), by.below(100), LONGEST_STAY]),
    },
    how: by.one(['close', 'reset', 'half-close', 'deaf']),
  }
}

/** In one packet, or at places that no client would choose. */
function cut(by: Chance, bytes: Buffer): Script['pieces'] {
  if (by.oneIn(2)) return [{ bytes, pause: 0 }]
  const places = Array.from({ length: 1 + by.below(4) }, () => by.below(bytes.length + 1)).sort(
    (a, b) => a - b,
  )
  const edges = [0, ...places, bytes.length]
  return edges.slice(1).map((end, index) => ({
    bytes: bytes.subarray(edges[index], end),
    pause: by.one([0, 0, 1, 3, 20]),
  }))
}

type Kind = (by: Chance, props: Props, n: number) => Buffer

const KINDS: Kind[] = [
  (by, { who }) => get(by.one(PAGES(who)), session(who)),
  (by, { who }) => get(by.one(PAGES(who)).replace(/^([^?]*)/, '$1.data'), session(who)),
  (by, { who }) => get(by.one(['/api/v1/list', `/api/v1/item?listID=${who.listId}`]), session(who)),
  (_by, { who }) => get('/settings/export', session(who)),
  (_by, { who }) => get(`/receipt/${who.listId}`, session(who)),
  (by) => get(by.one(['/favicon.ico', '/sw.js', '/manifest.webmanifest', '/icon-512.png'])),
  (_by, { who }) =>
    form(`/generateAI-response?listID=${who.listId}`, 'recipe=Pancakes', who, 'Accept: application/x-ndjson'),
  (by, { who }) =>
    form('/completed', `id=${who.itemId}&listID=${who.listId}&completed=${by.one(['on', ''])}`, who),
  (_by, { who }) => form(`/single-list?listID=${who.listId}`, 'name=Milk&quantity=2&price=1.25', who),
  (_by, _props, n) => form('/login', `email=${n}%40example.org&password=not+this+one`),
  (by, { who, photo }) => upload(by, who, photo),
  (by, { who }) => upgrade(by, who),
  (by, { who }) => upgrade(by, who),
  (_by, { who }, n) => hostile(n, n, who),
  (by) =>
    by.one([Buffer.from(`CONNECT larder:443 HTTP/1.1${CRLF}Host: localhost${CRLF}${CRLF}`), randomBytes(40)]),
]

function request(by: Chance, n: number, props: Props): Buffer {
  return by.one(KINDS)(by, props, n)
}

const PAGES = ({ id, listId, itemId }: Somebody) => [
  '/landing',
  `/?userID=${id}`,
  `/single-list?listID=${listId}`,
  `/single-list?listID=${listId}&dialog=edit&itemID=${itemId}`,
  '/settings',
  '/chat',
  '/nowhere',
]

const session = ({ cookie }: Somebody) => `Cookie: session=${cookie}`

function head(first: string, ...headers: string[]): Buffer {
  return Buffer.from([`${first} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join(CRLF))
}

const get = (path: string, ...headers: string[]) => head(`GET ${path}`, 'Accept-Encoding: br', ...headers)

function form(path: string, body: string, who?: Somebody, ...headers: string[]): Buffer {
  const type = 'Content-Type: application/x-www-form-urlencoded'
  const identity = who ? [session(who)] : []
  return Buffer.concat([
    head(`POST ${path}`, type, `Content-Length: ${body.length}`, ...identity, ...headers),
    Buffer.from(body),
  ])
}

function upload(by: Chance, who: Somebody, photo: Buffer): Buffer {
  const part = `--${BOUNDARY}${CRLF}Content-Disposition: form-data; name="receiptImage"; filename="a.jpg"${CRLF}${CRLF}`
  const body = Buffer.concat([Buffer.from(part), photo, Buffer.from(`${CRLF}--${BOUNDARY}--${CRLF}`)])
  const [method, path] = by.one([
    ['POST', `/add-receipt/${who.listId}`],
    ['PATCH', `/api/v1/receipt/${who.listId}`],
  ])
  const expect = by.oneIn(3) ? ['Expect: 100-continue'] : []
  const type = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`
  return Buffer.concat([
    head(`${method} ${path}`, type, `Content-Length: ${body.length}`, session(who), ...expect),
    body,
  ])
}

/** Of every kind: known and unknown protocols, good and bad handshakes, with and without a body. */
function upgrade(by: Chance, who: Somebody): Buffer {
  const to = by.one(['websocket', 'websocket', 'h2c', 'foo', 'TLS/1.0', 'websocket, h2c', ''])
  const key = by.one([randomBytes(16).toString('base64'), 'x', ''])
  const headers = [
    `Connection: ${by.one(['Upgrade', 'keep-alive, Upgrade', 'Upgrade, HTTP2-Settings'])}`,
    `Upgrade: ${to}`,
    `Sec-WebSocket-Version: ${by.one(['13', '13', '8', ''])}`,
    `Sec-WebSocket-Key: ${key}`,
    session(who),
    ...(by.oneIn(4) ? ['Origin: http://evil.example'] : []),
  ]
  if (by.oneIn(5)) {
    return Buffer.concat([head('POST /completed', ...headers, 'Content-Length: 3'), Buffer.from('a=1')])
  }
  const path = by.one(['/ws', '/ws', '/landing', '/livez', '/nowhere', `/single-list?listID=${who.listId}`])
  const frames = to === 'websocket' && by.oneIn(2) ? messages(by, who) : Buffer.alloc(0)
  return Buffer.concat([head(`GET ${path}`, ...headers), frames])
}

/** Sent without waiting for the handshake; some of them are no messages. */
function messages(by: Chance, { listId }: Somebody): Buffer {
  const texts = [
    `{"type":"subscribe","listID":"${listId}"}`,
    '{"type":"message","text":"hi"}',
    '{',
    'x'.repeat(100),
  ]
  return Buffer.concat(Array.from({ length: 1 + by.below(4) }, () => frame(by.one(texts))))
}

function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  // Masked with zeros, which leaves the text as it is.
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}
