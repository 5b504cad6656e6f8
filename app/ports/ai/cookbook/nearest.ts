import type { Book, Name } from './book.ts'
import type { Reading } from './match.ts'

/** People expect the name they know before one that hides it in another language. */
const OWN_NAME = 0.1

/** The names of the dishes most like what was typed, however little that is. */
export function nearestTo(typed: Name, reading: Reading, book: Book, count: number): string[] {
  return book.entries
    .map(({ dish, names, describing }) => {
      const described = typed.words.filter((word) => describing.has(word)).length
      const [own = 0, ...others] = names.map((name) => likenessOf(typed, name, reading))
      const likeness = Math.max(own + OWN_NAME, ...others)
      return { name: dish.name, likeness: likeness + described / 10 }
    })
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, count)
    .map(({ name }) => name)
}

function likenessOf(typed: Name, name: Name, reading: Reading): number {
  const common = name.words.filter((word) => reading.has(word)).length
  let commonPairs = 0
  for (const pair of name.pairs) if (typed.pairs.has(pair)) commonPairs++
  return (
    share(common, typed.words.length + name.words.length) +
    share(commonPairs, typed.pairs.size + name.pairs.size)
  )
}

function share(common: number, both: number): number {
  return both === 0 ? 0 : (2 * common) / both
}
