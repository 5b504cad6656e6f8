import type { Random } from './random.ts'
import { almostValid, encoded, fieldName, json, text } from './values.ts'

export interface Body {
  type: string | undefined
  bytes: Buffer
}

const BROKEN_UTF8 = Buffer.from('c328a0a1e28a28f0288cbcff', 'hex')
const TYPES = [
  ...['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'text/html', 'application/xml'],
  ...['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary="a', 'a', ''],
  ...['application/json; charset=utf-16', 'application/json; charset="', 'application/octet-stream', 'json'],
]
/** The first bytes of images, and of files that only pretend to be one. */
const FILES = [
  'ffd8ffe000104a46494600',
  '89504e470d0a1a0a0000000d',
  '52494646ffffffff57454250',
  '3c737667',
  '',
]

/** A body, usually with the right type and often close to what the route expects. */
export function body(random: Random, known: string[]): Body {
  const made = random.one([jsonBody, jsonBody, jsonBody, formBody, formBody, formBody, multipart, noise])(
    random,
    known,
  )
  if (random.oneIn(12)) made.type = random.one(TYPES)
  if (random.oneIn(40)) made.type = undefined
  if (random.oneIn(25)) made.bytes = made.bytes.subarray(0, random.below(made.bytes.length + 1))
  if (random.oneIn(25)) made.bytes = Buffer.concat([made.bytes, BROKEN_UTF8])
  return made
}

function jsonBody(random: Random, known: string[]): Body {
  return { type: 'application/json', bytes: Buffer.from(json(random, known)) }
}

function formBody(random: Random, known: string[]): Body {
  if (random.oneIn(2)) {
    const bytes = Buffer.from(new URLSearchParams(almostValid(random, known)).toString())
    return { type: 'application/x-www-form-urlencoded', bytes }
  }
  const pairs = Array.from(
    { length: random.below(8) },
    () =>
      `${encoded(random, fieldName(random))}${random.oneIn(20) ? '' : '='}${encoded(random, text(random))}`,
  )
  if (random.oneIn(2)) pairs.push(`name=${encoded(random, text(random))}`)
  return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(pairs.join('&')) }
}

function multipart(random: Random): Body {
  const boundary = random.one(['x', '----larder', 'a'.repeat(70), 'a b'])
  const parts = Array.from({ length: random.below(4) }, () => [
    `--${boundary}\r\n`,
    ...part(random),
    '\r\n',
  ]).flat()
  const end = random.oneIn(5) ? '' : `--${boundary}--\r\n`
  const bytes = Buffer.concat([...parts, end].map((piece) => Buffer.from(piece)))
  return { type: `multipart/form-data; boundary=${boundary}`, bytes }
}

function part(random: Random): (string | Buffer)[] {
  const name = random.oneIn(2) ? 'receiptImage' : fieldName(random).replace(/[\r\n"]/g, '')
  const file = random.oneIn(2)
    ? `; filename="${random.one(['a.jpg', '', '../../a', 'ä\0', 'a"b', 'x'.repeat(300)])}"`
    : ''
  const disposition = random.one([
    `Content-Disposition: form-data; name="${name}"${file}`,
    `Content-Disposition: form-data; name="${name}"${file}`,
    `content-disposition: attachment${file}`,
    `Content-Disposition: form-data; name=${name}`,
    'X-Nothing: here',
  ])
  const content = random.oneIn(2) ? Buffer.from(text(random)) : Buffer.from(random.one(FILES), 'hex')
  return [`${disposition}\r\n`, random.oneIn(3) ? 'Content-Type: image/jpeg\r\n' : '', '\r\n', content]
}

function noise(random: Random): Body {
  const bytes = Buffer.from(Array.from({ length: random.below(400) }, () => random.below(256)))
  return {
    type: random.one(TYPES),
    bytes: random.oneIn(30) ? Buffer.alloc(random.one([70_000, 130_000, 300_000]), 97) : bytes,
  }
}
