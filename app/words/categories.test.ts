import { expect, test } from 'vitest'
import { CATEGORIES } from '#app/domain/aisles/categories.ts'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import { categories } from './en/categories.ts'
import { readerIn } from './languages.server.ts'

test.each(LANGUAGES)('each category has a name in %s, short enough for a heading on a phone', (language) => {
  const { room: _, ...names } = { ...categories, ...readerIn(language).rooms?.categories }
  expect(Object.keys(names).sort()).toEqual([...CATEGORIES].sort())
  for (const name of Object.values(names)) expect(String(name).length).toBeLessThanOrEqual(28)
})
