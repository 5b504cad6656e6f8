import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UNITS } from '#app/domain/items/amounts.ts'
import { MAX_PRICE_CENTS, MAX_QUANTITY_MILLI } from '#app/domain/limitsAndLifetimes.ts'
import { cleanLine, isShort } from '#app/domain/text.ts'
import { size } from '#tests/support/size.ts'
import { readLine } from './readLine.ts'
import { readText } from './readText.ts'

const LINES = size('QUICK_ADD_LINES', { short: 2_000, full: 100_000 })
const SEED = 21

/** Numbers from 0 to 1, the same ones in every run. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const CORPUS = join(import.meta.dirname, 'corpus')
const WORDS = readdirSync(CORPUS)
  .filter((file) => file.endsWith('.jsonl'))
  .flatMap((file) => readFileSync(join(CORPUS, file), 'utf8').split('\n'))
  .filter((line) => line !== '')
  .flatMap((line) => String(JSON.parse(line)[0]).split(/\s+/))

const ODD = [
  ...Array.from('0123456789½¼⅔٣④²,.;:!?-–—_/\\|()[]{}<>@=~*+#%&"\'’“„«…·•☐☑✓€$£¢'),
  ...['1e9', '999999999', '1000000', '0.001', '0', '1/0', '0/3', '1.000.000,00', '00', '2,-', '-3'],
  ...['\t', '\u00a0', '\u202e', '\u200b', '\u0301', '\ufeff', '\ud800', '\u0000', '\u2028', '\n'],
  ...['🥕', '👩‍👩‍👧‍👦', '牛乳', 'חלב', 'ß', 'İ', 'ﬁ', 'ℵ', 'x', '×', 'http://', 'a'.repeat(90)],
]

function lineFrom(random: () => number): string {
  const oneOf = (choices: string[]) => choices[Math.floor(random() * choices.length)] ?? ''
  const count = 1 + Math.floor(random() * 8)
  return Array.from({ length: count }, () => {
    const token = oneOf(random() < 0.7 ? WORDS : ODD)
    return token + oneOf([' ', ' ', ' ', ' ', ', ', ''])
  }).join('')
}

const isIn = (value: number, min: number, max: number) =>
  Number.isSafeInteger(value) && value >= min && value <= max

/** What is wrong with what was read. */
function faultsIn(text: string): string[] {
  const { items, skipped } = readText(text)
  const faults = []
  if (/[\p{L}\p{N}]/u.test(cleanLine(text)) && items.length + skipped.length === 0) faults.push('lost')
  const whole = text.split(/[\r\n\u2028\u2029]/).map(cleanLine)
  for (const { line, isTicked: _, ...item } of items) {
    const { name, quantityMilli, unit, priceCents, hasQuantity } = item
    if (!isIn(quantityMilli, 1, MAX_QUANTITY_MILLI)) faults.push(`quantity ${quantityMilli}`)
    if (!hasQuantity && quantityMilli !== 1000) faults.push(`${quantityMilli} that nobody stated`)
    if (priceCents !== undefined && !isIn(priceCents, 0, MAX_PRICE_CENTS)) faults.push(`price ${priceCents}`)
    if (!UNITS.includes(unit)) faults.push(`unit ${unit}`)
    if (name === '' || !isShort(name) || cleanLine(name) !== name) faults.push(`name '${name}'`)
    // The spaces around commas may differ.
    const words = name.replace(/…$/, '').split(/[ ,]+/)
    const isWritten = words.every((word) => whole.some((written) => written.includes(word)))
    if (!isWritten) faults.push(`name '${name}' that nobody wrote`)
    if (JSON.stringify(readLine(cleanLine(line))) !== JSON.stringify(item)) faults.push(`'${line}' again`)
  }
  return faults
}

test(`${LINES} random lines are read, and nothing in them is lost`, () => {
  const random = randomFrom(SEED)
  const failed = []
  for (let n = 0; n < LINES && failed.length < 20; n += 1) {
    const text = lineFrom(random)
    const faults = faultsIn(text)
    if (faults.length > 0) failed.push({ text, faults })
  }
  expect(failed).toEqual([])
})
