import type { Entry, Name, SearchIndex } from './searchIndex.ts'
import { typosBetween, typosIn } from './typos.ts'
import { adjectives } from './words.ts'

/** For each word of a dish's name: the typed words that match it, with the number of typos. */
export type WordMatches = Map<string, { typed: string; typos: number }[]>

const NO_MATCH = Infinity
const EXTRA_WORD = 0.25

export function matchWords(typed: string[], index: SearchIndex): WordMatches {
  const matches: WordMatches = new Map()
  for (const word of new Set(typed)) {
    // A known word is never treated as a typo: beet is not beef.
    const candidates = index.knownWords.has(word) ? [word] : index.nameWords
    for (const candidate of candidates) {
      const typos = typosIn(word, candidate)
      if (typos === NO_MATCH) continue
      matches.set(candidate, [...(matches.get(candidate) ?? []), { typed: word, typos }])
    }
  }
  return matches
}

export function bestMatch(typed: Name, matches: WordMatches, index: SearchIndex): Entry | undefined {
  let best: Entry | undefined
  let shortest = NO_MATCH
  let isTie = false
  for (const entry of index.entries) {
    const distance = distanceTo(entry, typed, matches, index)
    if (distance > shortest || distance === NO_MATCH) continue
    isTie = distance === shortest
    best = entry
    shortest = distance
  }
  return isTie ? undefined : best
}

function distanceTo(entry: Entry, typed: Name, matches: WordMatches, index: SearchIndex): number {
  const distances = entry.names.flatMap((name) => [
    distanceByWords(typed, name, entry, matches),
    distanceByLetters(typed, name, index),
  ])
  return Math.min(...distances)
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
function distanceByLetters(typed: Name, name: Name, index: SearchIndex): number {
  if (typed.words.length === name.words.length) return NO_MATCH
  let distance = NO_MATCH
  for (const expected of name.joined) {
    for (const joined of typed.joined) {
      if (joined[0] !== expected[0]) continue
      const isSpelledRight = typed.words.every((word) => index.knownWords.has(word))
      const limit = isSpelledRight ? 0 : Math.min(2, Math.floor(expected.length / 7))
      distance = Math.min(distance, typosBetween(joined, expected, limit))
    }
  }
  return distance
}
