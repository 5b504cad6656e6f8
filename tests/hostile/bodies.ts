import type { Chance } from './chance.ts'
import { encoded, fieldName, json, nearlyRight, text } from './values.ts'

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
/** The beginnings of pictures, and of what pretends to be one. */
const FILES = [
  'ffd8ffe000104a46494600',
  '89504e470d0a1a0a0000000d',
  '52494646ffffffff57454250',
  '3c737667',
  '',
]

/** A body with the type that fits it, now and then with another; often near what the route knows. */
export function body(by: Chance, known: string[]): Body {
  const made = by.one([jsonBody, jsonBody, jsonBody, formBody, formBody, formBody, multipart, noise])(
    by,
    known,
  )
  if (by.oneIn(12)) made.type = by.one(TYPES)
  if (by.oneIn(40)) made.type = undefined
  if (by.oneIn(25)) made.bytes = made.bytes.subarray(0, by.below(made.bytes.length + 1))
  if (by.oneIn(25)) made.bytes = Buffer.concat([made.bytes, BROKEN_UTF8])
  return made
}

function jsonBody(by: Chance, known: string[]): Body {
  return { type: 'application/json', bytes: Buffer.from(json(by, known)) }
}

function formBody(by: Chance, known: string[]): Body {
  if (by.oneIn(2)) {
    const bytes = Buffer.from(new URLSearchParams(nearlyRight(by, known)).toString())
    return { type: 'application/x-www-form-urlencoded', bytes }
  }
  const pairs = Array.from(
    { length: by.below(8) },
    () => `${encoded(by, fieldName(by))}${by.oneIn(20) ? '' : '='}${encoded(by, text(by))}`,
  )
  if (by.oneIn(2)) pairs.push(`name=${encoded(by, text(by))}`)
  return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(pairs.join('&')) }
}

function multipart(by: Chance): Body {
  const boundary = by.one(['x', '----larder', 'a'.repeat(70), 'a b'])
  const parts = Array.from({ length: by.below(4) }, () => [`--${boundary}\r\n`, ...part(by), '\r\n']).flat()
  const end = by.oneIn(5) ? '' : `--${boundary}--\r\n`
  const bytes = Buffer.concat([...parts, end].map((piece) => Buffer.from(piece)))
  return { type: `multipart/form-data; boundary=${boundary}`, bytes }
}

function part(by: Chance): (string | Buffer)[] {
  const name = by.oneIn(2) ? 'receiptImage' : fieldName(by).replace(/[\r\n"]/g, '')
  const file = by.oneIn(2)
    ? `; filename="${by.one(['a.jpg', '', '../../a', 'ä\0', 'a"b', 'x'.repeat(300)])}"`
    : ''
  const disposition = by.one([
    `Content-Disposition: form-data; name="${name}"${file}`,
    `Content-Disposition: form-data; name="${name}"${file}`,
    `content-disposition: attachment${file}`,
    `Content-Disposition: form-data; name=${name}`,
    'X-Nothing: here',
  ])
  const content = by.oneIn(2) ? Buffer.from(text(by)) : Buffer.from(by.one(FILES), 'hex')
  return [`${disposition}\r\n`, by.oneIn(3) ? 'Content-Type: image/jpeg\r\n' : '', '\r\n', content]
}

function noise(by: Chance): Body {
  const bytes = Buffer.from(Array.from({ length: by.below(400) }, () => by.below(256)))
  return {
    type: by.one(TYPES),
    bytes: by.oneIn(30) ? Buffer.alloc(by.one([70_000, 130_000, 300_000]), 97) : bytes,
  }
}
