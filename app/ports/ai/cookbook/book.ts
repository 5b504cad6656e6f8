import pantryText from './pantry.txt?raw'
import { type Dish, type Ingredient, parseDishes, parsePantry } from './parse.ts'
import { fold, keywords, stem, wordsOf } from './words.ts'

const SIDES = /\b(rice|naan|pita|baguettes?|spätzle)\b/i

/** No dish has a longer name; it keeps whole paragraphs cheap. */
const MOST_WORDS = 8

export type Name = {
  words: string[]
  /** Without spaces, for those who type "fishandchips". */
  joined: string[]
  pairs: Set<number>
}

export type Entry = {
  dish: Dish
  names: Name[]
  /** Words that are true of the dish without naming it: its kitchen, its main ingredient, its sides. */
  describing: Set<string>
}

export type Book = { entries: Entry[]; nameWords: Set<string>; knownWords: Set<string> }

const dishFiles = import.meta.glob<string>('./dishes/*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
})

let opened: Book | undefined

export function openBook(): Book {
  opened ??= readBook(pantryText, dishFiles)
  return opened
}

export function readBook(pantryText: string, files: Record<string, string>): Book {
  const pantry = parsePantry('pantry.txt', pantryText)
  const dishes = Object.entries(files).flatMap(([file, text]) => parseDishes(file, text, pantry))
  const entries = dishes.map(entryOf)
  const nameWords = new Set(entries.flatMap(({ names }) => names.flatMap(({ words }) => words)))
  const knownWords = new Set([...nameWords, ...[...pantry.keys()].flatMap(keywords)])
  return { entries, nameWords, knownWords }
}

function entryOf(dish: Dish): Entry {
  return {
    dish,
    names: [dish.name, ...dish.aliases].map((name) => nameOf(name)),
    describing: new Set([...dish.kitchen, ...mainAndSides(dish)].flatMap(keywords)),
  }
}

/** Anything else that is in it makes another dish: mushroom stroganoff is not beef stroganoff. */
function mainAndSides(dish: Dish): string[] {
  const packed = dish.ingredients.filter(({ item }) => item.rounding !== 'keeps')
  const dearest = Math.max(...packed.map(costOf))
  return packed
    .filter((ingredient) => costOf(ingredient) === dearest || SIDES.test(ingredient.item.name))
    .map(({ item }) => item.name)
}

function costOf({ item, amount }: Ingredient): number {
  return item.price * amount
}

export function nameOf(text: string): Name {
  const words = keywords(text).slice(0, MOST_WORDS)
  const joined = words.join('')
  return {
    words,
    joined: [...new Set([joined, stem(wordsOf(fold(text)).join(''))])],
    pairs: letterPairs(joined),
  }
}

function letterPairs(word: string): Set<number> {
  const pairs = new Set<number>()
  for (let end = 0; end <= word.length; end++)
    pairs.add(charCode(word, end - 1) * 0x10000 + charCode(word, end))
  return pairs
}

function charCode(word: string, index: number): number {
  return word.charCodeAt(index) || 0
}
