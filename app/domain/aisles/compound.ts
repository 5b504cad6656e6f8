import { isThing, type Meaning, type Thing } from './meanings.ts'
import { SHORT_HEAD, type Vocabulary } from './parseVocabulary.ts'
import { fold, stem, withoutDoubles } from './words.ts'

const LONGEST_HEAD = 24
const SHORTEST_START = 3

const UMLAUTS: Record<string, string> = { ae: 'ä', oe: 'ö', ue: 'ü' }

/** What a German compound is, by its end: 'Bergkäse', 'Dosenerbsen', 'Rotbarschfilet'. */
export function compound(word: string, vocabulary: Vocabulary): Meaning[] {
  const withUmlauts = word.replace(/[aou]e/g, (letters) => UMLAUTS[letters] ?? letters)
  for (const spelling of withUmlauts === word ? [word] : [word, withUmlauts]) {
    const folded = fold(spelling)
    const thing = wholeOf(folded, vocabulary) ?? headOf(spelling, folded, vocabulary)
    if (!thing) continue
    const prefixes = vocabulary.prefixes.filter(([prefix]) => folded.startsWith(prefix))
    return [...prefixes.map(([, meaning]) => meaning), thing]
  }
  return []
}

function headOf(word: string, folded: string, vocabulary: Vocabulary): Thing | undefined {
  const { heads, language } = vocabulary
  const stemmed = stem(folded, language)
  for (let at = Math.max(SHORTEST_START, folded.length - LONGEST_HEAD); at <= folded.length - 2; at++) {
    const length = folded.length - at
    const isShort = length <= SHORT_HEAD
    // 'Vanilleeis', but not 'Preis'
    if (isShort && at === SHORTEST_START) return undefined
    const end = isShort ? word.slice(-length) : folded.slice(at)
    const head =
      heads.get(end) ?? (stemmed.length - at > SHORT_HEAD ? heads.get(stemmed.slice(at)) : undefined)
    if (head === 'none') return undefined
    if (head === 'part') {
      const start = folded.slice(0, at)
      return wholeOf(start, vocabulary) ?? headOf(start, start, vocabulary) ?? wholeOf(end, vocabulary)
    }
    if (head) return head
  }
  return undefined
}

function wholeOf(folded: string, { stems, language }: Vocabulary): Thing | undefined {
  const meaning = stems.get(withoutDoubles(stem(folded, language), language))
  return isThing(meaning) ? meaning : undefined
}
