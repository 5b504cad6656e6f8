import { expect, test } from 'vitest'
import { FORMATS } from '#app/words/formats.ts'
import { acceptedLanguage, chosenReader } from './language.ts'

test.each([
  ['', 'en', 'en-US'],
  ['*', 'en', 'en-US'],
  ['de', 'de', 'de'],
  ['de-AT, de;q=0.9, en;q=0.8', 'de', 'de'],
  ['de-CH', 'de', 'de-CH'],
  ['DE-de', 'de', 'de'],
  ['en-GB, en;q=0.9', 'en', 'en-GB'],
  ['en-AU', 'en', 'en-GB'],
  ['en-gb', 'en', 'en-GB'],
  ['de-CH-1996', 'de', 'de-CH'],
  ['es-419', 'es', 'es-MX'],
  ['es-AR, en;q=0.5', 'es', 'es-PY'],
  ['nl, fr;q=0.7, de;q=0.9', 'de', 'de'],
  ['fr;q=0, es;q=0.1', 'es', 'es'],
  [`${'x'.repeat(1000)}, fr`, 'en', 'en-US'],
] as const)('a browser that asks for %j gets %s as in %s', (header, language, formats) => {
  const reader = acceptedLanguage(header)
  expect(reader.language).toBe(language)
  expect(reader.formats).toBe(FORMATS[formats])
})

test('a choice of a language brings its formats, unless others are chosen', () => {
  const british = acceptedLanguage('en-GB')
  expect(chosenReader(british, { language: 'de' }).formats).toBe(FORMATS.de)
  expect(chosenReader(british, { language: 'en' }).formats).toBe(FORMATS['en-GB'])
  expect(chosenReader(british, { language: 'de', formats: 'es-PY' }).formats).toBe(FORMATS['es-PY'])
  expect(chosenReader(british, { language: '', formats: '' })).toBe(british)
  expect(chosenReader(british, { language: 'tlh', formats: 'roman' })).toBe(british)
})
