import { expect, test, vi } from 'vitest'
import { FORMATS } from '#app/domain/locale/formats.ts'
import { AMERICAN } from '#app/domain/locale/locale.ts'
import { readerOfKept } from './readers.ts'

test('a kept page is read as the document that showed it', () => {
  const page = { language: 'de', formats: AMERICAN, timeZone: 'Europe/Berlin' }
  expect(readerOfKept(page)).toMatchObject({ language: 'de', formats: AMERICAN, timeZone: 'Europe/Berlin' })
})

test('a page that was kept before there were languages is English', () => {
  vi.stubGlobal('navigator', { languages: ['fr'] })
  expect(readerOfKept({})).toMatchObject({ language: 'en', formats: AMERICAN, rooms: undefined })
})

test('without a kept page, the browser decides', () => {
  vi.stubGlobal('navigator', { languages: ['nl-NL', 'es-PY', 'de'] })
  expect(readerOfKept(undefined)).toMatchObject({ language: 'es', formats: FORMATS.es })
})
