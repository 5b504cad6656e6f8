import { expect, test } from 'vitest'
import type { Language } from '#app/domain/locale/locale.ts'
import { dishNamed } from './dishNamed.ts'
import { loadIndex } from './searchIndex.ts'

test.each<[string, Language, string, number]>([
  ['lasagne', 'en', 'Lasagne', 4],
  ['Lasagne for 6', 'de', 'Lasagne', 6],
  ['mac and cheese', 'en', 'Macaroni cheese', 4],
  ['apple pie', 'en', 'Apple pie', 8],
  ['Gulasch für 2 Kinder und 2 Erwachsene', 'de', 'Ungarisches Gulasch', 4],
  ['lasaña para dos', 'es', 'Lasaña', 2],
  ['pour six personnes : lasagnes', 'fr', 'Lasagnes', 6],
])('“%s” (%s) is %s for %d', (typed, language, name, servings) => {
  const dish = loadIndex().entries.find(({ shown }) => shown[language].text === name)?.dish
  expect(dishNamed(typed, language)).toEqual({ name, servings, things: dish?.ingredients.length })
})

test.each([
  ...[
    'milk',
    'lasange',
    'lasagne and chilli',
    'turkey curry',
    'pasta',
    '2 lasagne',
    '500 g gnocchi',
    'for 6',
    '',
    ' ',
  ],
  ...['lasagne sheets', 'gnocchi', 'risotto rice', 'double lasagne', 'fish', '🍕'],
])('“%s” is not exactly one dish', (typed) => {
  expect(dishNamed(typed, 'en')).toBeUndefined()
})
