import type { WordMatches } from './match.ts'
import type { Name, SearchIndex } from './searchIndex.ts'

/** A dish's main name counts more than its other names, which suggestions don't show. */
const MAIN_NAME_BONUS = 0.1

/** The dishes most similar to the input, even if the similarity is small. */
export function nearestTo(typed: Name, matches: WordMatches, index: SearchIndex, count: number): string[] {
  return index.entries
    .map(({ dish, names, descriptors }) => {
      const described = typed.words.filter((word) => descriptors.has(word)).length
      const [main = 0, ...others] = names.map((name) => similarity(typed, name, matches))
      const highest = Math.max(main + MAIN_NAME_BONUS, ...others)
      return { name: dish.name, score: highest + described / 10 }
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ name }) => name)
}

function similarity(typed: Name, name: Name, matches: WordMatches): number {
  const common = name.words.filter((word) => matches.has(word)).length
  let commonPairs = 0
  for (const pair of name.letterPairs) if (typed.letterPairs.has(pair)) commonPairs++
  return (
    diceCoefficient(common, typed.words.length + name.words.length) +
    diceCoefficient(commonPairs, typed.letterPairs.size + name.letterPairs.size)
  )
}

function diceCoefficient(common: number, total: number): number {
  return total === 0 ? 0 : (2 * common) / total
}
