import type { Atom } from './atoms.ts'
import { bestMatch, type KnownWords, matchesOf } from './match.ts'
import { type Entry, keyOf, type Name, nameOf, type SearchIndex } from './searchIndex.ts'
import { ownServings, type Servings } from './servings.ts'
import { adjectives } from './words.ts'

/** Neighbouring atoms that are one dish, or nothing known. */
export interface Segment extends Pick<Atom, 'after'> {
  start: number
  end: number
  /** Without its servings. */
  typed: Name
  servings: Servings
  entry?: Entry | undefined
}

interface Source {
  text: string
  words: KnownWords
  index: SearchIndex
}

/** Most separators that a dish has in its name, and one. */
const MAX_ATOMS = 4
const UNKNOWN = 10
const PER_SEGMENT = 0.01
/** A guessed name must not swallow others that were typed right. */
const PER_GUESS = 0.5

type Path = { cost: number; segments: Segment[] }

/** Splits a text into dishes so that most of it is known and names with separators stay whole. */
export function segmentsOf(atoms: Atom[], source: Source): Segment[] {
  const paths: Path[] = [{ cost: 0, segments: [] }]
  for (let end = 1; end <= atoms.length; end += 1) {
    let best: Path | undefined
    for (let start = end - 1; start >= Math.max(0, end - MAX_ATOMS); start -= 1) {
      const before = paths[start]
      const found = before && isTogether(atoms.slice(start, end)) && read(atoms.slice(start, end), source)
      if (!found) continue
      const cost = before.cost + found.cost
      if (!best || cost < best.cost) best = { cost, segments: [...before.segments, found.segment] }
    }
    if (best) paths.push(best)
  }
  const segments = paths.at(-1)?.segments ?? []
  return withoutSides(segments.flatMap((segment) => twoDishes(segment, source) ?? segment))
}

const WITH = / (?:with|mit|con|avec) /giu

/** "Schnitzel mit Kartoffelsalat", where no dish has such a name. */
function twoDishes(segment: Segment, { text, index: { exact } }: Source): Segment[] | undefined {
  if (segment.entry) return undefined
  const { typed } = segment
  for (const { 0: word, index } of typed.text.matchAll(WITH)) {
    const names = [typed.text.slice(0, index), typed.text.slice(index + word.length)]
    const both = names.map((name) => {
      const start = text.indexOf(name, segment.start)
      const typed = nameOf(name)
      return { ...segment, start, end: start + name.length, typed, entry: exact.get(keyOf(typed)) }
    })
    if (both.every(({ entry }) => entry)) return both
  }
  return undefined
}

/** A new line and servings end a name. */
const isTogether = (atoms: Atom[]) =>
  atoms.every(({ after, servings }, at) => {
    const [isFirst, isLast] = [at === 0, at === atoms.length - 1]
    return (isFirst || (after !== 'line' && !servings?.isFirst)) && (isLast || !servings || servings.isFirst)
  })

function read(atoms: Atom[], { text, words, index }: Source) {
  const tokens = atoms.flatMap((atom) => atom.tokens)
  const [start = 0, end = 0] = [atoms[0]?.start, atoms.at(-1)?.end]
  const all = nameOf(text.slice(start, end))
  // "Three bean salad" is not for three.
  const isName = index.exact.has(keyOf(all)) && !tokens.some(({ folded }) => /^\d/.test(folded))
  const own = isName ? undefined : ownServings(tokens.map(({ folded }) => folded))
  const typed = own ? nameOf(own.rest) : all
  const said = atoms.find(({ servings }) => servings)?.servings
  const segment: Segment = {
    start,
    end,
    after: atoms[0]?.after ?? 'line',
    typed,
    servings: said ? { people: said.people } : (own?.servings ?? {}),
  }
  const entry = index.exact.get(keyOf(typed))
  if (entry) return { cost: PER_SEGMENT, segment: { ...segment, entry } }
  const best = bestMatch(typed, matchesOf(typed, words), index, atoms.length - 1)
  if (best) {
    return { cost: PER_SEGMENT + PER_GUESS + best.distance, segment: { ...segment, entry: best.entry } }
  }
  return atoms.length === 1 ? { cost: UNKNOWN, segment } : undefined
}

/** "Chicken curry and rice" is one dish, and "please" none. */
function withoutSides(segments: Segment[]): Segment[] {
  return segments.filter(({ entry, typed, after }, at) => {
    const of = segments[at - 1]?.entry?.descriptors
    const isSide =
      !entry && of && after !== 'line' && typed.words.every((word) => adjectives.has(word) || of.has(word))
    return typed.words.length > 0 && !isSide
  })
}
