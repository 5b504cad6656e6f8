import type { Entry, Name, Named, SearchIndex } from './searchIndex.ts'
import { typosBetween, typosIn } from './typos.ts'
import { adjectives } from './words.ts'

/** For each typed word: the words of names that it may mean, with the number of typos. */
export type KnownWords = Map<string, { word: string; typos: number }[]>

/** For each word of a dish's name: the typed words that match it, with the number of typos. */
export type WordMatches = Map<string, { typed: string; typos: number }[]>

interface Match {
  entry: Entry
  distance: number
}

const NO_MATCH = Infinity
const EXTRA_WORD = 0.25

export function matchKnownWords(typed: string[], index: SearchIndex): KnownWords {
  const known: KnownWords = new Map()
  for (const word of new Set(typed)) {
    // A known word is never treated as a typo: beet is not beef.
    const candidates = index.knownWords.has(word) ? [word] : index.nameWords
    const found: { word: string; typos: number }[] = []
    for (const candidate of candidates) {
      const typos = typosIn(word, candidate)
      if (typos !== NO_MATCH) found.push({ word: candidate, typos })
    }
    known.set(word, found)
  }
  return known
}

export function matchesOf({ words }: Name, known: KnownWords): WordMatches {
  const matches: WordMatches = new Map()
  for (const typed of new Set(words)) {
    for (const { word, typos } of known.get(typed) ?? []) {
      matches.set(word, [...(matches.get(word) ?? []), { typed, typos }])
    }
  }
  return matches
}

/**
 * Two dishes that match equally well count as none. Text with separators matches only names that have as many.
 */
export function bestMatch(
  typed: Name,
  matches: WordMatches,
  index: SearchIndex,
  separators: number,
): Match | undefined {
  let best: Match | undefined
  let isTie = false
  const consider = (named: Named[] = [], distanceTo: (name: Name, entry: Entry) => number) => {
    for (const { entry, name } of named) {
      const distance = name.separators < separators ? NO_MATCH : distanceTo(name, entry)
      if (distance === NO_MATCH || distance > (best?.distance ?? NO_MATCH)) continue
      isTie = distance === best?.distance && entry !== best.entry
      best = { entry, distance }
    }
  }
  for (const word of matches.keys()) {
    consider(index.byFirstWord.get(word), (name, entry) => distanceByWords(typed, name, entry, matches))
  }
  const letters = new Set(typed.joined.map((joined) => joined.charAt(0)))
  const isSpelledRight = typed.words.every((word) => index.knownWords.has(word))
  for (const letter of letters) {
    consider(index.byFirstLetter.get(letter), (name) => distanceByLetters(typed, name, isSpelledRight))
  }
  return isTie ? undefined : best
}

function distanceByWords(typed: Name, name: Name, entry: Entry, matches: WordMatches): number {
  if (!name.words.every((word) => matches.has(word))) return NO_MATCH
  const left = [...typed.words]
  let typos = 0
  for (const word of name.words) {
    const best = (matches.get(word) ?? [])
      .filter((candidate) => left.includes(candidate.typed))
      .sort((a, b) => a.typos - b.typos)[0]
    if (!best) return NO_MATCH
    left.splice(left.indexOf(best.typed), 1)
    typos += best.typos
  }
  const isFitting = left.every((word) => adjectives.has(word) || entry.descriptors.has(word))
  const isReadable = typos * 4 <= name.words.join('').length
  return isFitting && isReadable ? typos + left.length * EXTRA_WORD : NO_MATCH
}

/** Matches joined and split words: "fishandchips", "cheese burger". */
function distanceByLetters(typed: Name, name: Name, isSpelledRight: boolean): number {
  if (typed.words.length === name.words.length) return NO_MATCH
  let distance = NO_MATCH
  for (const expected of name.joined) {
    for (const joined of typed.joined) {
      if (joined[0] !== expected[0]) continue
      const limit = isSpelledRight ? 0 : Math.min(2, Math.floor(expected.length / 7))
      distance = Math.min(distance, typosBetween(joined, expected, limit))
    }
  }
  return distance
}
