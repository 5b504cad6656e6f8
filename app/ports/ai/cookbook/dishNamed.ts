import { LANGUAGES, type Language } from '#app/domain/locale/locale.ts'
import { readQuestion } from './atoms.ts'
import { keyOf, loadIndex, nameOf } from './searchIndex.ts'
import { servingsOf } from './servings.ts'

export interface DishNamed {
  name: string
  servings: number
  /** How many ingredients it has. */
  things: number
}

/** The dish that a whole text names, spelled right. Gnocchi are sold, and only another name of a dish. */
export function dishNamed(text: string, language: Language): DishNamed | undefined {
  const { exact, sold } = loadIndex()
  const { atoms, people } = readQuestion(text)
  const tokens = atoms.flatMap((atom) => atom.tokens)
  const name = text.slice(tokens[0]?.start, tokens.at(-1)?.end)
  const key = keyOf(nameOf(name))
  const dish = exact.get(key)
  const isMain = dish && LANGUAGES.some((one) => keyOf(dish.shown[one]) === key)
  if (!dish || (sold.has(key) && !isMain) || /\d/.test(name)) return undefined
  const said = people ?? atoms.at(-1)?.servings?.people
  return {
    name: dish.shown[language].text,
    servings: servingsOf({ people: said }, dish.dish.serves),
    things: dish.dish.ingredients.length,
  }
}
