import { describe, expect, test } from 'vitest'
import type { Language } from '#app/domain/locale/locale.ts'
import { withUnit } from '#app/domain/recipes/ingredients.ts'
import { labelsIn } from './labels.ts'
import { lookUp } from './lookup.ts'
import pantryText from './pantry.txt?raw'
import { parsePantry } from './parse.ts'
import { pantryLines } from './translations.ts'

const pantry = [...parsePantry('pantry.txt', pantryText).values()]

describe.each(['de', 'es', 'fr'] as const)('in %s', (language) => {
  const names = pantryLines(language)

  test('each ingredient has one name of its own, in the order of the pantry', () => {
    expect(names.map(([english]) => english)).toEqual(pantry.map(({ name }) => name))
    const own = names.map(([, name]) => name.toLowerCase())
    expect(own.filter((name, place) => own.indexOf(name) !== place)).toEqual([])
    for (const name of own) expect(name).toMatch(/^[\p{L}\d'’%. -]+$/u)
  })

  test('what is sold by weight or in a unit of lists has that unit', () => {
    const labelOf = labelsIn(language)
    const read = (english: string) => {
      const item = pantry.find(({ name }) => name === english)
      if (!item) throw new Error(english)
      return withUnit({ name: labelOf(item), quantityMilli: 1000, priceCents: 0 })
    }
    const own = new Map(names)
    expect(read('Potatoes')).toMatchObject({ name: own.get('Potatoes'), unit: 'kg' })
    expect(read('Spring onions')).toMatchObject({ name: own.get('Spring onions'), unit: 'bunch' })
    expect(read('Lettuce')).toMatchObject({ name: own.get('Lettuce'), unit: '' })
    expect(read('Spinach')).toMatchObject({ name: `${own.get('Spinach')} (250 g)`, unit: '' })
  })
})

const namesOf = (dish: string, language: Language) => lookUp(dish, language).items.map(({ name }) => name)

test('a dish has its ingredients in the language of the reader', () => {
  expect(namesOf('Kaiserschmarrn', 'de')).toEqual(
    expect.arrayContaining(['Eier', 'Milch (1 l)', 'Mehl (1 kg)', 'Butter (250 g)']),
  )
  expect(namesOf('Spaghetti carbonara', 'es')).toContain('Huevos')
  expect(namesOf('Spaghetti carbonara', 'en')).toContain('Eggs')
})
