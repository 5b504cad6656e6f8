import type { Book, Entry, Name } from './book.ts'
import { typosBetween, typosIn } from './typos.ts'
import { isAdjective } from './words.ts'

/** For each word of a dish's name: which typed word stands for it, with how many typos. */
export type Reading = Map<string, { typed: string; typos: number }[]>

const NO_MATCH = Infinity
const EXTRA_WORD = 0.25

export function read(typed: string[], book: Book): Reading {
  const reading: Reading = new Map()
  for (const word of new Set(typed)) {
    // A word we know is no typo of another: beet is not beef.
    const meanings = book.knownWords.has(word) ? [word] : book.nameWords
    for (const meant of meanings) {
      const typos = typosIn(word, meant)
      if (typos < Infinity) reading.set(meant, [...(reading.get(meant) ?? []), { typed: word, typos }])
    }
  }
  return reading
}

/** The one dish that is surely meant; undefined when there is none, or two are as likely. */
export function surelyMeant(typed: Name, reading: Reading, book: Book): Entry | undefined {
  let best: Entry | undefined
  let lowest = NO_MATCH
  let isTie = false
  for (const entry of book.entries) {
    const doubt = doubtThat(typed, entry, reading, book)
    if (doubt > lowest || doubt === NO_MATCH) continue
    isTie = doubt === lowest
    best = entry
    lowest = doubt
  }
  return isTie ? undefined : best
}

function doubtThat(typed: Name, entry: Entry, reading: Reading, book: Book): number {
  let doubt = NO_MATCH
  for (const name of entry.names) {
    doubt = Math.min(doubt, doubtByWords(typed, name, entry, reading), doubtByLetters(typed, name, book))
  }
  return doubt
}

function doubtByWords(typed: Name, name: Name, entry: Entry, reading: Reading): number {
  if (!name.words.every((word) => reading.has(word))) return NO_MATCH
  const left = [...typed.words]
  let typos = 0
  for (const word of name.words) {
    const best = (reading.get(word) ?? [])
      .filter((candidate) => left.includes(candidate.typed))
      .sort((a, b) => a.typos - b.typos)[0]
    if (!best) return NO_MATCH
    left.splice(left.indexOf(best.typed), 1)
    typos += best.typos
  }
  const isFitting = left.every((word) => isAdjective(word) || entry.describing.has(word))
  const isReadable = typos * 4 <= name.words.join('').length
  return isFitting && isReadable ? typos + left.length * EXTRA_WORD : NO_MATCH
}

/** Words that were joined or split: "fishandchips", "cheese burger". */
function doubtByLetters(typed: Name, name: Name, book: Book): number {
  if (typed.words.length === name.words.length) return NO_MATCH
  let doubt = NO_MATCH
  for (const meant of name.joined) {
    for (const joined of typed.joined) {
      if (joined[0] !== meant[0]) continue
      const isSpelledRight = typed.words.every((word) => book.knownWords.has(word))
      const limit = isSpelledRight ? 0 : Math.min(2, Math.floor(meant.length / 7))
      doubt = Math.min(doubt, typosBetween(joined, meant, limit))
    }
  }
  return doubt
}
