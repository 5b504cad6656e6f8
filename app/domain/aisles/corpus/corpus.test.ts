import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import type { Category } from '../categories.ts'
import { categoryOf } from '../category.ts'

const read = (folder: string, language: string): { name: string; category: Category }[] =>
  readFileSync(join(folder, `${language}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

describe.each([
  { of: 'common words', folder: '.', size: 300, right: 0.9, wrong: 0.02 },
  { of: 'lines as people type them', folder: 'typed', size: 100, right: 0.95, wrong: 0.04 },
])('of $of', ({ folder, size, right, wrong }) => {
  const place = join(import.meta.dirname, folder)

  test(`each language has ${size}`, () => {
    const files = readdirSync(place).filter((file) => file.endsWith('.jsonl'))
    expect(files.sort()).toEqual(LANGUAGES.map((language) => `${language}.jsonl`).sort())
    for (const language of LANGUAGES) expect(read(place, language)).toHaveLength(size)
  })

  test.each(LANGUAGES)(
    `in %s, ${right * 100} % have their category, and up to ${wrong * 100} % a wrong one`,
    (language) => {
      const names = read(place, language)
      const found = names.map((line) => ({ ...line, found: categoryOf(line.name, language) }))
      const missed = found.filter((line) => line.found !== line.category)
      const misplaced = missed.filter((line) => line.found !== 'other')
      expect(misplaced.length, JSON.stringify(misplaced)).toBeLessThanOrEqual(size * wrong)
      expect(size - missed.length, JSON.stringify(missed)).toBeGreaterThanOrEqual(size * right)
    },
  )
})
