import type { Book, Entry, Name } from './book.ts'
import { typosBetween, typosIn } from './typos.ts'
import { isAdjective } from './words.ts'

/** For each word of a dish's name: which typed word stands for it, with how many typos. */
export type Reading = Map<string, { typed: string; typos: number }[]>

const NO_MATCH = Infinity
const EXTRA_WORD = 0.25

export function read(typed: string[], book: Book): Reading {
  const reading: Reading = new Map()
  for (const meant of book.nameWords) {
    const candidates = typed
      .map((word) => ({ typed: word, typos: typosUnlessKnown(word, meant, book) }))
      .filter(({ typos }) => typos < Infinity)
    if (candidates.length > 0) reading.set(meant, candidates)
  }
  return reading
}

/** A word we know is no typo of another: beet is not beef. */
function typosUnlessKnown(typed: string, meant: string, book: Book): number {
  if (typed === meant) return 0
  return book.knownWords.has(typed) ? Infinity : typosIn(typed, meant)
}

/** The one dish that is surely meant; undefined when there is none, or two are as likely. */
export function surelyMeant(typed: Name, reading: Reading, book: Book): Entry | undefined {
  let best: Entry | undefined
  let lowest = NO_MATCH
  let isTie = false
  for (const entry of book.entries) {
    const doubt = Math.min(...entry.names.map((name) => doubtThat(typed, name, entry, reading, book)))
    if (doubt > lowest || doubt === NO_MATCH) continue
    isTie = doubt === lowest
    best = entry
    lowest = doubt
  }
  return isTie ? undefined : best
}

function doubtThat(typed: Name, name: Name, entry: Entry, reading: Reading, book: Book): number {
  return Math.min(doubtByWords(typed, name, entry, reading), doubtByLetters(typed, name, book))
}

function doubtByWords(typed: Name, name: Name, entry: Entry, reading: Reading): number {
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

function doubtByLetters(typed: Name, name: Name, book: Book): number {
  if (typed.words.length === name.words.length) return NO_MATCH
  const limit = typed.words.every((word) => book.knownWords.has(word)) ? 0 : undefined
  return Math.min(
    ...typed.joined.flatMap((a) =>
      name.joined.map((b) =>
        a ? typosBetween(a, b, limit ?? Math.min(2, Math.floor(b.length / 7))) : NO_MATCH,
      ),
    ),
  )
}
