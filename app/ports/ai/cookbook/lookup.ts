import type { Language } from '#app/domain/locale/locale.ts'
import type { IngredientsResult } from '../ai.ts'
import { readQuestion } from './atoms.ts'
import { labelsIn } from './labels.ts'
import { matchesOf, matchKnownWords } from './match.ts'
import { nearestTo } from './nearest.ts'
import { type Entry, loadIndex, nameOf } from './searchIndex.ts'
import { type Segment, segmentsOf } from './segments.ts'
import { MAX_SERVINGS, servingsOf } from './servings.ts'
import { shoppingFor } from './shopping.ts'
import { keywords } from './words.ts'

const MAX_LENGTH = 500
const MAX_DISHES = 10
/** More than ten dishes have, with all the separators in their names. */
const MAX_ATOMS = 40
const SUGGESTIONS = 3

/** A dish, or with what is near it, also as a whole if it was put together. */
type Part = Segment & { near?: string[]; isWhole?: boolean }

export function lookUp(question: string, language: Language = 'en'): IngredientsResult {
  const index = loadIndex()
  const text = question.slice(0, MAX_LENGTH)
  const words = matchKnownWords(keywords(text), index)
  const nearTo = (name: string) => {
    const typed = nameOf(name)
    return nearestTo(typed, matchesOf(typed, words), index, language, SUGGESTIONS)
  }
  const { atoms, people } = readQuestion(text)
  const segments = segmentsOf(atoms.slice(0, MAX_ATOMS), { text, words, index })
  const parts = withNear(segments, nearTo)
  const taken = parts.slice(0, MAX_DISHES)
  const unknown = taken.flatMap((part) => {
    const name = textOf(text, part)
    return part.near ? [{ name, near: part.isWhole ? nearTo(name) : part.near }] : []
  })
  const portions = portionsOf(taken, people)
  return {
    dishes: portions.map(({ shown, servings }) => ({ name: shown[language].text, servings })),
    unknown: parts.length > 0 ? unknown : [{ name: text.trim(), near: [] }],
    left: [...parts.slice(MAX_DISHES), ...atoms.slice(MAX_ATOMS)].map((one) => textOf(text, one)),
    items: shoppingFor(portions, labelsIn(language)),
  }
}

const textOf = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end)

/** "Pork belly and beans" is one unknown dish, unless both halves are near a dish. */
function withNear(segments: Segment[], nearTo: (name: string) => string[]): Part[] {
  const parts: Part[] = []
  for (const segment of segments) {
    const last = parts.at(-1)
    if (segment.entry || parts.length > MAX_DISHES) {
      parts.push(segment)
      continue
    }
    const near = nearTo(segment.typed.text)
    if (last?.near && segment.after === 'word' && (last.near.length === 0 || near.length === 0)) {
      last.end = segment.end
      last.isWhole = true
    } else {
      parts.push({ ...segment, near })
    }
  }
  return parts
}

/** A dish that is named twice is cooked once, for all. */
function portionsOf(parts: Part[], people: number | undefined) {
  const servings = new Map<Entry, number>()
  for (const { entry, servings: own } of parts) {
    if (!entry) continue
    const more = servingsOf({ people, ...own }, entry.dish.serves)
    servings.set(entry, Math.min(MAX_SERVINGS, (servings.get(entry) ?? 0) + more))
  }
  return [...servings].map(([{ dish, shown }, servings]) => ({ dish, shown, servings }))
}
