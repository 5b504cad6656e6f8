import { expect, test } from 'vitest'
import { isFull } from '#tests/support/size.ts'
import { lookUp } from './lookup.ts'
import { loadIndex } from './searchIndex.ts'

const { entries } = loadIndex()

const SEPARATORS = {
  en: [' and ', ', ', ' & ', '\n', ', and ', ' + '],
  de: [' und ', ', ', ' + ', '\n', ' & '],
  es: [' y ', ' e ', ', ', '\n', '; '],
  fr: [' et ', ', ', ' ; ', '\n', ' & '],
} as const

/** All pairs of a language take two to three minutes. */
const STEP = isFull ? 1 : 211

test.each(Object.keys(SEPARATORS) as (keyof typeof SEPARATORS)[])(
  'in %s, two dishes are told apart whatever separates them and is in their names',
  (language) => {
    const separators = SEPARATORS[language]
    const wrong: string[] = []
    let tried = 0
    for (let pair = 0; pair < entries.length ** 2; pair += STEP) {
      const [first, second] = [entries[Math.floor(pair / entries.length)], entries[pair % entries.length]]
      if (!first || !second || first === second) continue
      tried += 1
      const names = [first.shown[language].text, second.shown[language].text]
      const typed = names.join(separators[tried % separators.length])
      const { dishes, unknown } = lookUp(typed, language)
      const isRight = unknown.length === 0 && dishes.map(({ name }) => name).join() === names.join()
      if (!isRight) wrong.push(`${typed}: ${dishes.map(({ name }) => name).join(' | ')}`)
    }
    expect(wrong.length / tried, wrong.slice(0, 10).join('\n')).toBeLessThan(0.01)
  },
  isFull ? 10 * 60_000 : undefined,
)
