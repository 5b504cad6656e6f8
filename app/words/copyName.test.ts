import { expect, test, vi } from 'vitest'
import { FORMATS, FORMATS_NAMES } from '#app/domain/locale/formats.ts'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import { copyName } from './copyName.ts'
import { readerIn } from './languages.server.ts'
import { ENGLISH } from './reader.ts'

test.each([
  ['Markt', 'Markt, 2. Dez.'],
  ['Markt, 25. Nov.', 'Markt, 2. Dez.'],
  ['Markt, 25. Nov. (2)', 'Markt, 2. Dez.'],
  ['Markt, 3. März', 'Markt, 2. Dez.'],
  ['Markt (copy)', 'Markt, 2. Dez.'],
  // Copied by somebody who reads another language.
  ['Market, Nov 25', 'Market, 2. Dez.'],
  ['Mercado, 25 nov', 'Mercado, 2. Dez.'],
  ['Marché, 25 août (3)', 'Marché, 2. Dez.'],
  ['Marché, 14 juil.', 'Marché, 2. Dez.'],
  // No date
  ['Camping, 2 weeks', 'Camping, 2 weeks, 2. Dez.'],
  ['Party, Tag 2', 'Party, Tag 2, 2. Dez.'],
  ['Markt, 2 Etagen', 'Markt, 2 Etagen, 2. Dez.'],
])('a copy of “%s” is “%s”', (name, copy) => {
  vi.setSystemTime(new Date(2026, 11, 2))
  expect(copyName(readerIn('de'))(name, new Set())).toBe(copy)
  expect(copyName(readerIn('de'))(name, new Set([copy]))).toBe(`${copy} (2)`)
})

test.each(LANGUAGES)('a copy of a copy in %s has one date, in every month and all formats', (language) => {
  for (const formats of FORMATS_NAMES) {
    for (let month = 0; month < 12; month += 1) {
      const reader = readerIn(language, FORMATS[formats])
      vi.setSystemTime(new Date(2026, month, 25))
      const name = copyName(reader)('Market', new Set())
      expect(copyName(reader)(name, new Set([name]))).toBe(`${name} (2)`)
      vi.setSystemTime(new Date(2026, 11, 2))
      expect(copyName(ENGLISH)(name, new Set())).toBe('Market, Dec 2')
    }
  }
})
