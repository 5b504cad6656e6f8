import type { Random } from './random.ts'

// Values that Larder's forms would never send, mixed with some that they would.

const FIELDS = [
  ...['name', 'quantity', 'price', 'completed', 'id', 'listID', 'userID', 'itemID', 'at', 'seen', 'recipe'],
  ...['email', 'password', 'token', 'verificationToken', 'receiptImage', 'dialog', 'v', '_data', '_routes'],
  ...['lines', 'line', 'take', 'check', 'preview', 'q', 'intent', 'unit', 'priceFor', 'row', 'guest'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', '\0', 'name[]', 'a.b', 'ä'],
]

const TEXTS = [
  ...['', ' ', 'Milk', 'on', 'true', 'false', 'null', 'undefined', 'NaN', 'Infinity', '-1', '0', '1', '1.5'],
  ...[
    '1e300',
    '9007199254740993',
    '1e309',
    '0x10',
    '999999999999999999999999',
    '1,5',
    '0.0001',
    '-0',
    '1000000.01',
    '٣',
    '1_000',
  ],
  ...['a@b.c', 'a@b', '@', `${'x'.repeat(300)}@example.org`, 'correct horse battery', 'password'],
  ...['\0', 'a\0b', '\r\nSet-Cookie: a=b', '\u2028', '\ufeff', '\u202e', '👩‍👩‍👧', 'e\u0301'.repeat(300)],
  ...["' OR 1=1 --", '"; DROP TABLE items; --', '<script>alert(1)</script>', '{{7*7}}', '%s%n'],
  ...['../../etc/passwd', '..%2f..%2f', 'file:///etc/passwd', 'http://localhost/', '//evil.example'],
  ...['2 kg potatoes, milk x3', '½ l', '1/0 eggs', '9'.repeat(400), '- [x] salt\n'.repeat(250), ',,;\n\t:'],
  ...[
    '(('.repeat(150),
    '12 x 400 g for $ 99999999',
    'kg',
    'all',
    '1 '.repeat(150),
    '10:42 Ben: 3-4 @ 1,99 €',
  ],
  ...['__proto__', 'constructor', '[object Object]', 'larder_', 'pancakes', 'Lasagne'],
]

export const fieldName = (random: Random) => random.one(FIELDS)

export function text(random: Random): string {
  if (random.oneIn(30))
    return random.one(['x', '%', 'ü', '\ud83d\ude00']).repeat(random.one([201, 5_000, 40_000]))
  return random.one(TEXTS)
}

/** Percent-encoded, usually correctly. */
export function encoded(random: Random, plain: string): string {
  if (random.oneIn(12))
    return random.one(['%', '%E0%A4%A', '%ED%A0%80', '%C0%AF', '%00', '%2e%2e%2f', '%u0041', '%FF'])
  return encodeURIComponent(plain.toWellFormed())
}

export function query(random: Random, wanted: Record<string, string>): string {
  const pairs = Object.entries(wanted)
    .filter(() => !random.oneIn(8))
    .map(
      ([name, value]) =>
        `${name}=${random.oneIn(6) ? encoded(random, text(random)) : encodeURIComponent(value)}`,
    )
  while (random.oneIn(4)) pairs.push(`${encoded(random, fieldName(random))}=${encoded(random, text(random))}`)
  if (random.oneIn(20)) pairs.push(...pairs)
  if (random.oneIn(100)) pairs.push(`a=${'b'.repeat(random.one([4_000, 9_000, 20_000]))}`)
  return pairs.length > 0 || random.oneIn(10) ? `?${pairs.join(random.oneIn(30) ? ';' : '&')}` : ''
}

const VALID: Record<string, string>[] = [
  { name: 'Milk' },
  { name: 'Milk', quantity: '2', price: '1.25', completed: 'on' },
  { name: 'Milk', quantity: '2', price: '1.25' },
  { completed: 'true' },
  { completed: 'on', id: '01890000-0000-7000-8000-000000000000', at: '1700000000000' },
  { recipe: 'Pancakes' },
  { lines: '2 kg potatoes, milk x3' },
  { lines: 'milk\n12 eggs 2.99', preview: '1', id: '01890000-0000-7000-8000-000000000000' },
  { line: '2 kg potatoes', take: '0', check: '1' },
  { intent: 'forget', name: 'Milk', unit: 'bottle' },
  { email: 'a@example.org' },
  { email: 'a@example.org', password: 'correct horse battery' },
  { name: 'Ada', email: 'a@example.org', password: 'correct horse battery' },
  { token: 'x', email: 'a@example.org', password: 'correct horse battery' },
  { verificationToken: 'x', email: 'a@example.org' },
]

/** The fields of a form, with up to one wrong value. */
export function almostValid(random: Random, known: string[]): [name: string, value: string][] {
  const fitting = VALID.filter((fields) => Object.keys(fields).every((name) => known.includes(name)))
  const fields = Object.entries(random.one(fitting.length > 0 ? fitting : VALID))
  const at = random.below(fields.length * 2)
  return fields.map(([name, value], index) => [name, index === at ? text(random) : value])
}

/** JSON as text, because much hostile JSON can't be written as a JavaScript value. */
export function json(random: Random, known: string[]): string {
  if (random.oneIn(25)) return nested(random)
  if (random.oneIn(25))
    return random.one(['', '{', '[]', 'null', '1', '"a"', '{}}', '{"a":}', 'NaN', '\ufeff{}', '[{}]'])
  if (random.oneIn(2)) {
    const odd = random.oneIn(3)
    return `{${almostValid(random, known).map(([name, value]) => `"${name}":${odd && random.oneIn(2) ? jsonValue(random) : jsonText(random, value)}`)}}`
  }
  const fields = Array.from(
    { length: random.below(7) },
    () => `${jsonText(random, fieldName(random))}:${jsonValue(random)}`,
  )
  if (random.oneIn(3)) fields.unshift(`"name":${jsonText(random, text(random))}`)
  if (random.oneIn(10)) fields.push(...fields)
  return `{${fields.join(',')}}`
}

function jsonValue(random: Random): string {
  if (random.oneIn(2)) return jsonText(random, text(random))
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
  const huge = random.oneIn(20) ? ['9'.repeat(5_000)] : []
  return random.one([...odd, ...numbers, ...numbers, ...keys, ...huge])
}

function jsonText(random: Random, plain: string): string {
  if (random.oneIn(10))
    return random.one(['"\\ud800"', '"a\\udfffb"', '"\\u0000"', '"\\u"', '"\\x41"', '"\t"', '"\\ud83d"'])
  return JSON.stringify(plain)
}

function nested(random: Random): string {
  const depth = random.one([10, 1_000, 20_000])
  const [open, close] = random.one([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)
  const inside = '1'
  const whole = open.repeat(depth) + inside + close.repeat(random.oneIn(4) ? 0 : depth)
  return random.oneIn(2) ? whole : `{"name":${whole}}`
}
