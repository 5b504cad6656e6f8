import { expect, test } from 'vitest'
import { FORMATS } from '#app/domain/locale/formats.ts'
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

test.each([
  ['', undefined],
  ['*', undefined],
  ['en', 'USD'],
  ['en-GB', 'GBP'],
  ['de', 'EUR'],
  ['de-CH, de;q=0.9', 'CHF'],
  ['es-PY', 'PYG'],
  ['es-419, es;q=0.9', undefined],
  ['es-EC', 'USD'],
  ['nl, en-US;q=0.7', 'EUR'],
  ['zh-Hant-TW', 'TWD'],
  ['ja', 'JPY'],
  ['ar-KW', undefined],
  ['x_y, en-XX', undefined],
])('a browser that asks for %j pays in %s', (header, currency) => {
  expect(acceptedLanguage(header).currency).toBe(currency)
})

test('a chosen currency goes before that of the browser', () => {
  const swiss = acceptedLanguage('de-CH')
  expect(chosenReader(swiss, { language: 'en', currency: '' }).currency).toBe('CHF')
  expect(chosenReader(swiss, { language: '', currency: 'EUR' }).currency).toBe('EUR')
  expect(chosenReader(swiss, { language: '', currency: 'XXX' }).currency).toBe('CHF')
})
