import { LANGUAGES, type Language } from '#app/domain/locale/locale.ts'
import pantryText from './pantry.txt?raw'
import { type Dish, type Ingredient, parseDishes, parsePantry } from './parse.ts'
import { SEPARATORS, tokensOf } from './tokens.ts'
import { dishLines, pantryNamesIn } from './translations.ts'
import { fold, keywords, stem, wordsOf } from './words.ts'

const SIDES = /\b(rice|naan|pita|baguettes?|spätzle)\b/i

const MAX_WORDS = 8

export type Name = {
  text: string
  words: string[]
  /** Without spaces, to match "fishandchips". */
  joined: string[]
  /** "Fish and chips" has one. */
  separators: number
}

export type Entry = {
  dish: Dish
  names: Name[]
  /** Its name in each language. */
  shown: Record<Language, Name>
  /** Words that may be added to the name: its kitchen, main ingredient and sides. */
  descriptors: Set<string>
}

export type Named = { entry: Entry; name: Name }

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
  const entries = dishes.map(entriesIn(LANGUAGES.map((language) => new Map(dishLines(language)))))
  const named = entries.flatMap((entry) => entry.names.map((name) => ({ entry, name })))
  const nameWords = new Set(named.flatMap(({ name }) => name.words))
  const sold = LANGUAGES.flatMap((language) => [...pantry.keys()].map(pantryNamesIn(language))).map(keywords)
  return {
    entries,
    nameWords,
    knownWords: new Set([...nameWords, ...sold.flat()]),
    exact: new Map(named.map(({ entry, name }) => [keyOf(name), entry])),
    byFirstWord: groupBy(named, ({ name }) => name.words.slice(0, 1)),
    byFirstLetter: groupBy(named, ({ name }) => name.joined.map((joined) => joined.charAt(0))),
    /** What the pantry sells. */
    sold: new Set(sold.map((words) => keyOf({ words }))),
  }
}

function groupBy<One>(all: One[], keysOf: (one: One) => string[]): Map<string, One[]> {
  const groups = new Map<string, One[]>()
  for (const one of all) {
    for (const key of new Set(keysOf(one))) {
      const group = groups.get(key) ?? []
      group.push(one)
      groups.set(key, group)
    }
  }
  return groups
}

/** `translated` is in the order of LANGUAGES. */
function entriesIn(translated: Map<string, string[]>[]): (dish: Dish) => Entry {
  const [, de, es, fr] = translated
  const itemNames = LANGUAGES.map(pantryNamesIn)
  return (dish) => {
    const namesIn = (names?: Map<string, string[]>) => (names?.get(dish.name) ?? [dish.name]).map(nameOf)
    const english = nameOf(dish.name)
    const own = { de: namesIn(de), es: namesIn(es), fr: namesIn(fr) }
    const all = [english, ...dish.aliases.map(nameOf), ...own.de, ...own.es, ...own.fr]
    const items = mainAndSides(dish).flatMap((item) => itemNames.map((nameOfItem) => nameOfItem(item)))
    return {
      dish,
      names: [...new Map(all.map((name) => [name.joined.join(' '), name])).values()],
      shown: { en: english, de: own.de[0] ?? english, es: own.es[0] ?? english, fr: own.fr[0] ?? english },
      descriptors: new Set([...dish.kitchen, ...items].flatMap(keywords)),
    }
  }
}

/** Other ingredients would change the dish: mushroom stroganoff is not beef stroganoff. */
function mainAndSides(dish: Dish): string[] {
  const measured = dish.ingredients.filter(({ item }) => item.rounding !== 'once')
  const highestCost = Math.max(...measured.map(costOf))
  return measured
    .filter((ingredient) => costOf(ingredient) === highestCost || SIDES.test(ingredient.item.name))
    .map(({ item }) => item.name)
}

const costOf = ({ item, amount }: Ingredient) => item.price * amount

export const keyOf = ({ words }: Pick<Name, 'words'>) => [...words].sort().join(' ')

export function nameOf(text: string): Name {
  const words = keywords(text).slice(0, MAX_WORDS)
  const joined = words.join('')
  return {
    text,
    words,
    joined: [...new Set([joined, stem(wordsOf(fold(text)).join(''))])],
    separators: tokensOf(text).filter(({ folded }) => SEPARATORS.has(folded)).length,
  }
}
