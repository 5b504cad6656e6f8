import { bestMatch, matchWords } from './match.ts'
import { nearestTo } from './nearest.ts'
import { loadIndex, nameOf } from './searchIndex.ts'
import { parseServings } from './servings.ts'
import { type ShoppingItem, shoppingFor } from './shopping.ts'
import { fold } from './words.ts'

const MAX_LENGTH = 200
const SUGGESTIONS = 3

export type Lookup =
  | { found: true; dish: string; items: ShoppingItem[] }
  | { found: false; nearest: string[] }

/** Finds the shopping list for input such as "lasagna for 6", "Spag Bol" or "chiken curry". */
export function lookUp(text: string): Lookup {
  const index = loadIndex()
  const { rest, factorFor } = parseServings(fold(text.slice(0, MAX_LENGTH)))
  const typed = nameOf(rest)
  const matches = matchWords(typed.words, index)
  const entry = bestMatch(typed, matches, index)
  if (!entry) return { found: false, nearest: nearestTo(typed, matches, index, SUGGESTIONS) }
  const { dish } = entry
  return { found: true, dish: dish.name, items: shoppingFor(dish, factorFor(dish.serves)) }
}
