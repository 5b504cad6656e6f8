import pantryText from './pantry.txt?raw'
import { type Dish, type Ingredient, parseDishes, parsePantry } from './parse.ts'
import { fold, keywords, stem, wordsOf } from './words.ts'

const SIDES = /\b(rice|naan|pita|baguettes?|spätzle)\b/i

const MAX_WORDS = 8

export type Name = {
  words: string[]
  /** Without spaces, to match "fishandchips". */
  joined: string[]
  letterPairs: Set<number>
}

export type Entry = {
  dish: Dish
  names: Name[]
  /** Words that may be added to the name: its kitchen, main ingredient and sides. */
  descriptors: Set<string>
}

export type SearchIndex = ReturnType<typeof buildIndex>

const dishFiles = import.meta.glob<string>('./dishes/*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
})

let loaded: SearchIndex | undefined

export function loadIndex(): SearchIndex {
  loaded ??= buildIndex()
  return loaded
}

function buildIndex() {
  const pantry = parsePantry('pantry.txt', pantryText)
  const dishes = Object.entries(dishFiles).flatMap(([file, text]) => parseDishes(file, text, pantry))
  const entries = dishes.map(entryOf)
  const nameWords = new Set(entries.flatMap(({ names }) => names.flatMap(({ words }) => words)))
  const knownWords = new Set([...nameWords, ...[...pantry.keys()].flatMap(keywords)])
  return { entries, nameWords, knownWords }
}

function entryOf(dish: Dish): Entry {
  return {
    dish,
    names: [dish.name, ...dish.aliases].map(nameOf),
    descriptors: new Set([...dish.kitchen, ...mainAndSides(dish)].flatMap(keywords)),
  }
}

/** Other ingredients would change the dish: mushroom stroganoff is not beef stroganoff. */
function mainAndSides(dish: Dish): string[] {
  const measured = dish.ingredients.filter(({ item }) => item.rounding !== 'keeps')
  const highestCost = Math.max(...measured.map(costOf))
  return measured
    .filter((ingredient) => costOf(ingredient) === highestCost || SIDES.test(ingredient.item.name))
    .map(({ item }) => item.name)
}

const costOf = ({ item, amount }: Ingredient) => item.price * amount

export function nameOf(text: string): Name {
  const words = keywords(text).slice(0, MAX_WORDS)
  const joined = words.join('')
  return {
    words,
    joined: [...new Set([joined, stem(wordsOf(fold(text)).join(''))])],
    letterPairs: letterPairsOf(joined),
  }
}

function letterPairsOf(word: string): Set<number> {
  const pairs = new Set<number>()
  for (let end = 0; end <= word.length; end++)
    pairs.add(charCode(word, end - 1) * 0x10000 + charCode(word, end))
  return pairs
}

const charCode = (word: string, index: number) => word.charCodeAt(index) || 0
