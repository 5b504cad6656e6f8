import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { ReadItem } from '../readLine.ts'
import { readText } from '../readText.ts'

/** What a line means, as the corpus writes it: see README.md. */
interface Expected {
  name: string
  quantity?: number
  unit?: string
  price?: number
  for?: 'one' | 'all'
}

const FOLDER = import.meta.dirname
const LANGUAGES = readdirSync(FOLDER).filter((file) => file.endsWith('.jsonl'))

/** Each line with its items. */
function linesOf(file: string): [line: string, ...items: Expected[]][] {
  const lines = readFileSync(join(FOLDER, file), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

/** Values that are left out are the usual ones. */
function inFull({ name, quantity = 1, unit = '', price, for: priceFor }: Expected) {
  return { name, quantity, unit, price, for: priceFor }
}

function asWritten({ name, quantityMilli, unit, priceCents, priceFor }: ReadItem) {
  const price = priceCents !== undefined && { price: priceCents / 100, for: priceFor }
  return inFull({ name, quantity: quantityMilli / 1000, unit, ...price })
}

/** A ticked line is skipped. */
function readItems(line: string) {
  const { items } = readText(line)
  return items.filter(({ isTicked }) => !isTicked).map(asWritten)
}

test.each(LANGUAGES)('every line of %s is read exactly', (file) => {
  const misses = linesOf(file).flatMap(([line, ...items]) => {
    const expected = items.map(inFull)
    const read = readItems(line)
    return isDeepStrictEqual(read, expected) ? [] : [{ line, expected, read }]
  })
  expect(misses).toEqual([])
})
