import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import type { Category } from '../categories.ts'
import { categoryOf } from '../category.ts'

const read = (language: string): { name: string; category: Category }[] =>
  readFileSync(join(import.meta.dirname, `${language}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

test('each language has 300 common words', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.jsonl'))
  expect(files.sort()).toEqual(LANGUAGES.map((language) => `${language}.jsonl`).sort())
  for (const language of LANGUAGES) expect(read(language)).toHaveLength(300)
})

test.each(LANGUAGES)(
  'of common words in %s, 90 of 100 have their category, and up to 2 a wrong one',
  (language) => {
    const words = read(language)
    const named = words.map(({ name, category }) => ({ name, category, found: categoryOf(name, language) }))
    const wrong = named.filter(({ category, found }) => found !== category && found !== 'other')
    const right = named.filter(({ category, found }) => found === category)
    expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(words.length * 0.02)
    expect(right.length).toBeGreaterThanOrEqual(words.length * 0.9)
  },
)
