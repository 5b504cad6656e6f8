import { expect, test } from 'vitest'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import { dishNamed } from '#app/ports/ai/cookbook.ts'
import { atHomeText } from './atHome.ts'
import { dishText, dishWithThings } from './dishes.ts'
import { acts } from './en/acts.ts'
import { readerIn } from './languages.server.ts'
import { wordsOf } from './reader.ts'

test.each(LANGUAGES)('the cookbook knows the dishes that an empty list offers: %s', async (language) => {
  const dishes = wordsOf(readerIn(language), acts).exampleDishes.split('\n')
  expect(dishes).toHaveLength(3)
  for (const dish of dishes) expect(await dishNamed(dish, language), dish).toMatchObject({ name: dish })
})

test.each([
  ['en', 'Lasagne for 4: 11 things', 'Stew for 1,000: 1 thing'],
  ['de', 'Lasagne für 4: 11 Zutaten', 'Stew für 1.000: 1 Zutat'],
  ['es', 'Lasagne para 4: 11 ingredientes', 'Stew para 1000: 1 ingrediente'],
  ['fr', 'Lasagne pour 4\u00a0: 11 ingrédients', 'Stew pour 1\u202f000\u00a0: 1 ingrédient'],
] as const)('a dish says for how many it is, and how many things it needs: %s', (language, lasagne, stew) => {
  const reader = readerIn(language)
  expect(dishWithThings(reader, { name: 'Lasagne', servings: 4, things: 11 })).toBe(lasagne)
  expect(dishWithThings(reader, { name: 'Stew', servings: 1000, things: 1 })).toBe(stew)
  expect(stew).toContain(dishText(reader, { name: 'Stew', servings: 1000 }))
})

test.each([
  ['en', 'Probably at home:', 'Remove these', 'Remove it', 'Remove Salt'],
  ['de', 'Wohl zu Hause:', 'Alle entfernen', 'Entfernen', 'Salt entfernen'],
  ['es', '¿Ya en casa?', 'Quitar estos', 'Quitarlo', 'Quitar Salt'],
  ['fr', 'Déjà chez toi\u202f?', 'Les retirer', 'Retirer', 'Retirer Salt'],
] as const)('what is probably at home can be removed, alone or together: %s', (language, ...texts) => {
  const [label, several, only, named] = texts
  const reader = readerIn(language)
  const salt = { id: '1', name: 'Salt' }
  const thing = { ...salt, remove: named }
  expect(atHomeText(reader, 'change', [salt])).toEqual({
    atHome: { change: 'change', label, remove: only, things: [thing] },
  })
  expect(atHomeText(reader, 'change', [salt, salt]).atHome?.remove).toBe(several)
  expect(atHomeText(reader, 'change', [])).toEqual({})
  expect(atHomeText(reader, null, [salt])).toEqual({})
})
