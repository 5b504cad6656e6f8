import type { Chance } from './chance.ts'

// What no form of ours would send, and now and then something that it would.

const FIELDS = [
  ...['name', 'quantity', 'price', 'completed', 'id', 'listID', 'userID', 'itemID', 'at', 'seen', 'recipe'],
  ...['email', 'password', 'token', 'verificationToken', 'receiptImage', 'dialog', 'v', '_data', '_routes'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', '\0', 'name[]', 'a.b', 'ä'],
]

const TEXTS = [
  ...['', ' ', 'Milk', 'on', 'true', 'false', 'null', 'undefined', 'NaN', 'Infinity', '-1', '0', '1', '1.5'],
  ...['1e309', '0x10', '999999999999999999999999', '1,5', '0.0001', '-0', '1000000.01', '٣', '1_000'],
  ...['a@b.c', 'a@b', '@', `${'x'.repeat(300)}@example.org`, 'correct horse battery', 'password'],
  ...['\0', 'a\0b', '\r\nSet-Cookie: a=b', '\u2028', '\ufeff', '\u202e', '👩‍👩‍👧', 'e\u0301'.repeat(300)],
  ...["' OR 1=1 --", '"; DROP TABLE items; --', '<script>alert(1)</script>', '{{7*7}}', '%s%n'],
  ...['../../etc/passwd', '..%2f..%2f', 'file:///etc/passwd', 'http://localhost/', '//evil.example'],
  ...['__proto__', 'constructor', '[object Object]', 'larder_', 'pancakes', 'Lasagne'],
]

export const fieldName = (by: Chance) => by.one(FIELDS)

export function text(by: Chance): string {
  if (by.oneIn(30)) return by.one(['x', '%', 'ü', '\ud83d\ude00']).repeat(by.one([201, 5_000, 40_000]))
  return by.one(TEXTS)
}

/** Percent-encoded, mostly well. */
export function encoded(by: Chance, plain: string): string {
  if (by.oneIn(12))
    return by.one(['%', '%E0%A4%A', '%ED%A0%80', '%C0%AF', '%00', '%2e%2e%2f', '%u0041', '%FF'])
  return encodeURIComponent(plain.toWellFormed())
}

export function query(by: Chance, wanted: Record<string, string>): string {
  const pairs = Object.entries(wanted)
    .filter(() => !by.oneIn(8))
    .map(([name, value]) => `${name}=${by.oneIn(6) ? encoded(by, text(by)) : encodeURIComponent(value)}`)
  while (by.oneIn(4)) pairs.push(`${encoded(by, fieldName(by))}=${encoded(by, text(by))}`)
  if (by.oneIn(20)) pairs.push(...pairs)
  if (by.oneIn(100)) pairs.push(`a=${'b'.repeat(by.one([4_000, 9_000, 20_000]))}`)
  return pairs.length > 0 || by.oneIn(10) ? `?${pairs.join(by.oneIn(30) ? ';' : '&')}` : ''
}

const RIGHT: Record<string, string>[] = [
  { name: 'Milk' },
  { name: 'Milk', quantity: '2', price: '1.25', completed: 'on' },
  { name: 'Milk', quantity: '2', price: '1.25' },
  { completed: 'true' },
  { completed: 'on', id: '01890000-0000-7000-8000-000000000000', at: '1700000000000' },
  { recipe: 'Pancakes' },
  { email: 'a@example.org' },
  { email: 'a@example.org', password: 'correct horse battery' },
  { name: 'Ada', email: 'a@example.org', password: 'correct horse battery' },
  { token: 'x', email: 'a@example.org', password: 'correct horse battery' },
  { verificationToken: 'x', email: 'a@example.org' },
]

/** What a form would send, but for one thing at the most. */
export function nearlyRight(by: Chance, known: string[]): [name: string, value: string][] {
  const fitting = RIGHT.filter((fields) => Object.keys(fields).every((name) => known.includes(name)))
  const fields = Object.entries(by.one(fitting.length > 0 ? fitting : RIGHT))
  const at = by.below(fields.length * 2)
  return fields.map(([name, value], index) => [name, index === at ? text(by) : value])
}

/** JSON text, because much of what is hostile in JSON has no value in JavaScript. */
export function json(by: Chance, known: string[]): string {
  if (by.oneIn(25)) return nested(by)
  if (by.oneIn(25))
    return by.one(['', '{', '[]', 'null', '1', '"a"', '{}}', '{"a":}', 'NaN', '\ufeff{}', '[{}]'])
  if (by.oneIn(2)) {
    const odd = by.oneIn(3)
    return `{${nearlyRight(by, known).map(([name, value]) => `"${name}":${odd && by.oneIn(2) ? jsonValue(by) : jsonText(by, value)}`)}}`
  }
  const fields = Array.from({ length: by.below(7) }, () => `${jsonText(by, fieldName(by))}:${jsonValue(by)}`)
  if (by.oneIn(3)) fields.unshift(`"name":${jsonText(by, text(by))}`)
  if (by.oneIn(10)) fields.push(...fields)
  return `{${fields.join(',')}}`
}

function jsonValue(by: Chance): string {
  if (by.oneIn(2)) return jsonText(by, text(by))
  const odd = ['null', 'true', 'false', '[]', '{}', '[[]]', '{"a":{"b":1}}', '["on"]', '{"length":9}']
  const numbers = [
    '0',
    '-0',
    '1',
    '1.5',
    '-1',
    '1e309',
    '-1e309',
    '1e-400',
    '9007199254740993',
    '0.1',
    '1E+2',
  ]
  const keys = ['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"a":1}}}', '{"toString":1}']
  const huge = by.oneIn(20) ? ['9'.repeat(5_000)] : []
  return by.one([...odd, ...numbers, ...numbers, ...keys, ...huge])
}

function jsonText(by: Chance, plain: string): string {
  if (by.oneIn(10))
    return by.one(['"\\ud800"', '"a\\udfffb"', '"\\u0000"', '"\\u"', '"\\x41"', '"\t"', '"\\ud83d"'])
  return JSON.stringify(plain)
}

function nested(by: Chance): string {
  const depth = by.one([10, 1_000, 20_000])
  const [open, close] = by.one([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)
  const inside = '1'
  const whole = open.repeat(depth) + inside + close.repeat(by.oneIn(4) ? 0 : depth)
  return by.oneIn(2) ? whole : `{"name":${whole}}`
}
