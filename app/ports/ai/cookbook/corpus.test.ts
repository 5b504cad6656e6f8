import { expect, test } from 'vitest'
import type { Language } from '#app/domain/locale/locale.ts'
import { readQuestion } from './atoms.ts'
import amounts from './corpus/amounts.jsonl?raw'
import spoken from './corpus/servings.jsonl?raw'
import { labelsIn } from './labels.ts'
import { lookUp } from './lookup.ts'
import { matchKnownWords } from './match.ts'
import pantryText from './pantry.txt?raw'
import { parsePantry } from './parse.ts'
import { loadIndex } from './searchIndex.ts'
import { segmentsOf } from './segments.ts'
import { servingsOf } from './servings.ts'
import { keywords } from './words.ts'

const rowsOf = <Row>(text: string): Row[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Also of dishes that the cookbook doesn't know. */
function servingsIn(text: string): number | null {
  const index = loadIndex()
  const { atoms, people } = readQuestion(text)
  const words = matchKnownWords(keywords(text), index)
  const [segment] = segmentsOf(atoms, { text, words, index })
  const serves = segment?.entry?.dish.serves ?? 4
  const said = { people, ...segment?.servings }
  return said.people === undefined && said.times === undefined ? null : servingsOf(said, serves)
}

test('servings are understood as people say them', () => {
  const rows = rowsOf<{ text: string; language: Language; servings: number | null }>(spoken)
  const wrong = rows.filter(({ text, servings }) => servingsIn(text) !== servings)
  expect(rows).toHaveLength(200)
  expect(wrong.map(({ text, servings }) => `${text}: ${servings}, not ${servingsIn(text)}`)).toEqual([])
})

interface Counted {
  question: string
  language: Language
  items: Record<string, { packs: number }>
  ignore: string[]
}

/** Weights are rounded up, to at most a hundred grams more. */
const ROUNDED = 0.1

test('dishes together need what a cook has counted', () => {
  const pantry = parsePantry('pantry.txt', pantryText)
  const rows = rowsOf<Counted>(amounts)
  expect(rows).toHaveLength(60)
  for (const { question, language, items, ignore } of rows) {
    const labelOf = labelsIn(language)
    const found = new Map(
      lookUp(question, language).items.map((item) => [item.name, item.quantityMilli / 1000]),
    )
    const labelled = (name: string) => {
      const item = pantry.get(name)
      if (!item) throw new Error(`${question}: no ${name}`)
      return { label: labelOf(item), isWeighed: item.rounding === 'weighed' }
    }
    for (const [name, { packs }] of Object.entries(items)) {
      const { label, isWeighed } = labelled(name)
      const more = (found.get(label) ?? Number.NaN) - packs
      expect(
        isWeighed ? more >= -0.001 && more < ROUNDED : more === 0,
        `${question}: ${name}, ${more} more`,
      ).toBe(true)
      found.delete(label)
    }
    for (const name of ignore) found.delete(labelled(name).label)
    expect([...found.keys()], question).toEqual([])
  }
})
