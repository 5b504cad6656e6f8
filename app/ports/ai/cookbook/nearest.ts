import type { Book, Name } from './book.ts'
import type { Reading } from './match.ts'

/** The names of the dishes most like what was typed, however little that is. */
export function nearestTo(typed: Name, reading: Reading, book: Book, count: number): string[] {
  return book.entries
    .map(({ dish, names, describing }) => {
      const described = typed.words.filter((word) => describing.has(word)).length
      const likeness = Math.max(...names.map((name) => likenessOf(typed, name, reading)))
      return { name: dish.name, likeness: likeness + described / 10 }
    })
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, count)
    .map(({ name }) => name)
}

function likenessOf(typed: Name, name: Name, reading: Reading): number {
  const common = name.words.filter((word) => reading.has(word)).length
  const commonPairs = [...name.pairs].filter((pair) => typed.pairs.has(pair)).length
  return (
    share(common, typed.words.length + name.words.length) +
    share(commonPairs, typed.pairs.size + name.pairs.size)
  )
}

function share(common: number, both: number): number {
  return both === 0 ? 0 : (2 * common) / both
}
