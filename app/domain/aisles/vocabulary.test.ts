import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import { commonThings } from '#app/domain/memory/commonThings.ts'
import { labelsIn } from '#app/ports/ai/cookbook/labels.ts'
import pantryText from '#app/ports/ai/cookbook/pantry.txt?raw'
import { pantryNames } from '#app/ports/ai/cookbook/pantryNames.ts'
import { parsePantry } from '#app/ports/ai/cookbook/parse.ts'
import { CATEGORIES, type Category } from './categories.ts'
import { categoryOf } from './category.ts'
import { isThing } from './meanings.ts'
import { LONGEST_PHRASE, parseVocabulary } from './parseVocabulary.ts'

const textOf = (language: string) =>
  readFileSync(join(import.meta.dirname, 'vocabulary', `${language}.txt`), 'utf8')

describe.each(LANGUAGES)('the vocabulary in %s', (language) => {
  const text = textOf(language)

  test('has each word in one section', () => {
    const clashes: string[] = []
    parseVocabulary(language, text, (heading, entry) => clashes.push(`${entry}: ${heading}`))
    expect(clashes).toEqual([])
  })

  test('has many words for each category, and none for a guess', () => {
    const things = [...parseVocabulary(language, text).stems.values()].filter(isThing)
    expect(things.length).toBeGreaterThan(2000)
    for (const category of CATEGORIES)
      expect(things.filter((thing) => thing.category === category).length, category).toBeGreaterThan(10)
  })

  test('has no phrase that is too long to be found', () => {
    const phrases = text.split('\n').flatMap((line) => (line.startsWith('#') ? [] : line.split(',')))
    const long = phrases.filter((phrase) => (phrase.match(/[\p{L}\p{N}]+/gu) ?? []).length > LONGEST_PHRASE)
    expect(long).toEqual([])
  })

  test('knows what the cookbook buys, with its pack and without, and what shops have', async () => {
    const labelOf = await labelsIn(language)
    const labels = [...parsePantry('pantry.txt', pantryText).values()].map(labelOf)
    const names = [...labels, ...(await pantryNames(language)), ...commonThings(language)]
    expect(names.filter((name) => categoryOf(name, language) === 'other')).toEqual([])
  })
})

test('what the cookbook buys has one category in all languages, but for what shops have elsewhere', async () => {
  const all = await Promise.all(LANGUAGES.map((language) => pantryNames(language)))
  const english = all[LANGUAGES.indexOf('en')] ?? []
  const differing = english.flatMap((name, at): [string, Category[]][] => {
    const categories = LANGUAGES.map((language, of) => categoryOf(all[of]?.[at] ?? '', language))
    return new Set(categories).size === 1 ? [] : [[name, categories]]
  })
  expect(Object.fromEntries(differing)).toEqual({
    bacon: ['meat', 'deli', 'deli', 'deli'],
    'black pudding': ['meat', 'deli', 'deli', 'deli'],
    'broad beans': ['cans', 'cans', 'produce', 'produce'],
    'condensed milk': ['baking', 'dairy', 'dairy', 'dairy'],
    cornmeal: ['baking', 'baking', 'baking', 'dry'],
    'smoked sausage': ['meat', 'deli', 'deli', 'deli'],
    suet: ['baking', 'meat', 'meat', 'meat'],
    'sunflower seeds': ['baking', 'baking', 'snacks', 'baking'],
  })
})

test('an error in a heading is named', () => {
  expect(() => parseVocabulary('en', '# produc\npeas')).toThrow('No category: produc')
  expect(() => parseVocabulary('en', '# produce dryed=snacks\npeas')).toThrow('dryed=snacks')
})
