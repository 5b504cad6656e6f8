import { nameOf, openBook } from './book.ts'
import { read, surelyMeant } from './match.ts'
import { nearestTo } from './nearest.ts'
import { takeServings } from './servings.ts'
import { type ShoppingItem, shoppingFor } from './shopping.ts'
import { fold } from './words.ts'

const LONGEST = 200
const SUGGESTIONS = 3

export type Lookup =
  | { found: true; dish: string; items: ShoppingItem[] }
  | { found: false; nearest: string[] }

/** What to buy for a dish as people type it: "lasagna for 6", "Spag Bol", "chiken curry". */
export function lookUp(text: string): Lookup {
  const book = openBook()
  const { rest, timesFor } = takeServings(fold(text.slice(0, LONGEST)))
  const typed = nameOf(rest)
  const reading = read(typed.words, book)
  const meant = surelyMeant(typed, reading, book)
  if (!meant) return { found: false, nearest: nearestTo(typed, reading, book, SUGGESTIONS) }
  return { found: true, dish: meant.dish.name, items: shoppingFor(meant.dish, timesFor(meant.dish.serves)) }
}
