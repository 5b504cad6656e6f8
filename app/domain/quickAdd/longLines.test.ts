import { expect, test } from 'vitest'
import { readText } from './readText.ts'

/** No line is longer: see cleanLine. */
const LENGTH = 2_000
/** Reading one takes about 1 ms. With an expression of cubic time, it would take many seconds. */
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

const isSlow = (line: string) => cpuMs(() => readText(line)) > MAX_CPU_MS

test('no repetition makes the expressions backtrack for long', () => {
  let slow: string | undefined
  for (const line of longLines()) {
    // Measured again, because compiling and garbage collection count too.
    if (isSlow(line) && isSlow(line) && isSlow(line)) slow = `${line.slice(0, 20)}…${line.slice(-20)}`
    if (slow !== undefined) break
  }
  expect(slow).toBeUndefined()
})
