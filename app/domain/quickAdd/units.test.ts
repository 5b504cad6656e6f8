import { expect, test } from 'vitest'
import { UNITS } from '#app/domain/items/amounts.ts'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import { countOf } from '#app/words/amounts.ts'
import { readerIn } from '#app/words/languages.server.ts'
import { readText } from './readText.ts'

test.each(LANGUAGES.flatMap((language) => UNITS.map((unit) => [language, unit] as const)))(
  'a line in %s in the unit "%s" is read back',
  (language, unit) => {
    for (const quantityMilli of [500, 1000, 1500, 2000]) {
      const line = countOf(readerIn(language), { name: 'Ajvar', unit, quantityMilli })
      expect(readText(line).items, line).toMatchObject([{ name: 'Ajvar', unit, quantityMilli }])
    }
  },
)
