import { expect, test } from 'vitest'
import { MAX_ONE_LINE_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { nightly, someOf } from '#tests/support/nightly.ts'
import { isFull } from '#tests/support/size.ts'
import { readText } from './readText.ts'

/** No line is longer: see cleanLine. */
const LENGTH = 2_000
/** Reading one takes 1 ms, or 30 with 200 items. With an expression of cubic time, it would take many seconds. */
const MAX_CPU_MS = 100

/** What the expressions of the parser look for, and what nearly is that. */
const PARTS = [
  ...['a', 'ab ', 'a b', '\u0301', '🥕', ' ', '(', ')', '[', '<', '~a', ': ', '- ', ', ', 'a, 1, '],
  ...['1', '1 ', '1.', '1,', '1 000 ', '1.000', '1/2 ', '½', '1-', '1 to ', 'x 1', '1 x ', '10:12 '],
  ...['kg ', '1kg ', '€', '1 €', '= ', '@', '/kg ', 'for ', 'cada ', 'de ', "d'", 'half ', 'dozen ', '7 up'],
]

function* longLines(): Generator<string> {
  const long = (text: string) => text.repeat(LENGTH).slice(0, LENGTH)
  for (const first of PARTS) {
    for (const second of PARTS) {
      yield long(first + second)
      yield `${long(first).slice(0, -second.length)}${second}`
    }
  }
}

/** Time of the processor, so that a busy machine doesn't count. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The fastest of a few: what else the processor did only adds. */
function fastest(text: string): number {
  return Math.min(...[1, 2, 3].map(() => cpuMs(() => readText(text))))
}

/**
 * On a slow processor, an eighth of it is slow, too. What is steep is steep each time; what only looked like it, because
 * the processor was busy for a moment, isn't.
 */
function isSteep(long: string, eighth: string, least: number): boolean {
  if (cpuMs(() => readText(long)) <= least) return false
  return [1, 2, 3, 4, 5].every(() => {
    const time = fastest(long)
    return time > least && time > 24 * fastest(eighth)
  })
}

nightly('no repetition makes the expressions backtrack for long', () => {
  let slow: string | undefined
  for (const line of longLines()) {
    const isLong = cpuMs(() => readText(line)) > MAX_CPU_MS
    if (isLong && isSteep(line, line.slice(-LENGTH / 8), MAX_CPU_MS)) {
      slow = `${line.slice(0, 20)}…${line.slice(-20)}`
    }
    if (slow !== undefined) break
  }
  expect(slow).toBeUndefined()
})

/** What texts are cut at or cleaned of, next to what the expressions look for. */
const REPEATED = [
  ...[
    ...PARTS,
    '\n',
    'a\n',
    '\u00a0',
    '\u2028',
    ']',
    '[]',
    '()',
    '( ',
    ', (',
    ', [',
    '/',
    '"',
    "'",
    '“',
    '😀',
  ],
  ...['\u0301\u0301', '- [x] ', '. ', ';', 'https://a/', '<a', '_', '1/', '1, ', 'kg, ', 'a, b (', '), '],
]
/** How long texts of one line can be, and of many. */
const LONGEST = [MAX_ONE_LINE_LENGTH, 100_000]

const WAYS: [how: string, make: (part: string, size: number) => string][] = [
  ['repeated', (part, size) => part.repeat(size / part.length)],
  ['after a bracket that nothing closes', (part, size) => `(${part.repeat((size - 1) / part.length)}`],
  ['before a bracket that nothing opens', (part, size) => `${part.repeat((size - 1) / part.length)})`],
]

/** By day every third. */
const thinned = (parts: string[]) => parts.filter((_, index) => isFull || index % 3 === 0)

test.each(someOf(WAYS))(
  'a text that is eight times as long takes about eight times as long: %s',
  (_how, make) => {
    const quadratic = LONGEST.flatMap((length) =>
      // 20 ms can't block anybody, and are too little to compare.
      thinned(REPEATED).filter((part) => isSteep(make(part, length), make(part, length / 8), 20)),
    )
    expect(quadratic).toEqual([])
  },
)

/** Runs of marks, and what a trim, a price, a size or the time of a message could begin with. */
const RUNS = [
  ...[...REPEATED, '; ; ; ', '=;+;', '=', '- - ', ' – ', ': , ', ',;', '10:12', '1:11 ', '@1 ', 'x1 '],
  ...['(1) ', '[x]', '1€, ', '~', '+', '•', '½, ', '1/2, ', '“x” ', 'of ', 'a ', 'per 1 ', '1 in 1 '],
]
const MANY = 20

const LINES: [where: string, line: (run: string) => string][] = [
  ['in the middle', (run) => `x ${run}x`],
  ['behind a number', (run) => `1 ${run} x 1.99`],
  ['behind a bracket', (run) => `[${run}x`],
  ['at the end', (run) => `x ${run}`],
]

// ASVS 1.3.12
test.each(someOf(LINES))(
  'a run that is eight times as long takes about eight times as long: %s',
  (_where, line) => {
    const text = (run: string, length: number) => `${line(run.repeat(length / run.length))}\n`.repeat(MANY)
    const long = LENGTH - 20
    const quadratic = thinned(RUNS).filter((run) => isSteep(text(run, long), text(run, long / 8), 10))
    expect(quadratic).toEqual([])
  },
)

test('commas in brackets are not between items, and one long line of items is read whole', () => {
  expect(readText('eggs (large, brown), milk, bread [rye, sliced]').items.map(({ line }) => line)).toEqual([
    'eggs (large, brown)',
    'milk',
    'bread [rye, sliced]',
  ])
  const line = Array.from(
    { length: 150 },
    (_, index) => `thing ${'x'.repeat(20)} ${'abcdef'[index % 6]}`,
  ).join(', ')
  expect(line.length).toBeGreaterThan(LENGTH)
  expect(readText(line).items).toHaveLength(150)
})

test('a line too long for 200 items is refused before it is split', () => {
  expect(readText('a, '.repeat(33_000))).toMatchObject({ items: [], hasMore: true })
})
