import type { Language } from '#app/domain/locale/locale.ts'
import type { WordMatches } from './match.ts'
import type { Name, SearchIndex } from './searchIndex.ts'
import { household } from './words.ts'

const MAIN_NAME_BONUS = 0.1
/** Chosen from the table in nearest.test.ts. */
export const THRESHOLD = 0.72

export function nearestTo(
  typed: Name,
  matches: WordMatches,
  index: SearchIndex,
  language: Language,
  count: number,
): string[] {
  return similarTo(typed, matches, index, language)
    .filter(({ score }) => score >= THRESHOLD)
    .slice(0, count)
    .map(({ name }) => name)
}

export function similarTo(typed: Name, matches: WordMatches, index: SearchIndex, language: Language) {
  if (typed.words.some((word) => household.has(word))) return []
  const alike = new Set([...matches].filter(([word, found]) => isAlike(word, found)).map(([word]) => word))
  return index.entries
    .map(({ shown, names, descriptors }) => {
      const described = typed.words.filter((word) => descriptors.has(word)).length
      const main = shown[language]
      const ofMain = similarity(typed, main, alike) + MAIN_NAME_BONUS
      const ofOthers = (alike.size > 0 ? names : [])
        .filter((name) => isClose(name, alike))
        .map((name) => similarity(typed, name, alike))
      return { name: main.text, score: Math.max(ofMain, ...ofOthers) + described / 10 }
    })
    .sort((a, b) => b.score - a.score)
}

/** Stricter than for finding a dish: soap is not soup. */
const isAlike = (word: string, found: { typos: number }[]) =>
  found.some(({ typos }) => typos === 0 || (word.length > 4 && typos * 3 <= word.length))

/** One word of a longer name that isn't shown says little: milk is not milk rice. */
function isClose({ words }: Name, alike: Set<string>): boolean {
  const common = words.filter((word) => alike.has(word)).length
  return common === words.length || common > 1
}

function similarity(typed: Name, name: Name, alike: Set<string>): number {
  const common = name.words.filter((word) => alike.has(word)).length
  const [ofTyped, ofName] = [letterPairsOf(typed), letterPairsOf(name)]
  let commonPairs = 0
  for (const pair of ofName) if (ofTyped.has(pair)) commonPairs++
  return (
    diceCoefficient(common, typed.words.length + name.words.length) +
    diceCoefficient(commonPairs, ofTyped.size + ofName.size)
  )
}

const pairsOfNames = new WeakMap<Name, Set<number>>()

function letterPairsOf(name: Name): Set<number> {
  const known = pairsOfNames.get(name)
  if (known) return known
  const word = name.words.join('')
  const pairs = new Set<number>()
  for (let end = 0; end <= word.length; end++)
    pairs.add(charCode(word, end - 1) * 0x10000 + charCode(word, end))
  pairsOfNames.set(name, pairs)
  return pairs
}

const charCode = (word: string, index: number) => word.charCodeAt(index) || 0

const diceCoefficient = (common: number, total: number) => (total === 0 ? 0 : (2 * common) / total)
