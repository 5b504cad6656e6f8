import { LANGUAGES, type Language } from '#app/domain/locale/locale.ts'
import type { Category } from './categories.ts'
import { readName } from './readName.ts'
import { splitName } from './splitName.ts'
import { vocabularyOf } from './vocabulary.server.ts'

/** Of longer names, this much is read. */
const MOST_LETTERS = 80
const MOST_KEPT = 3000

const kept = new Map<Language, Map<string, Category>>()

/** 'other' for what the vocabulary doesn't know: never a guess. */
export function categoryOf(name: string, language: Language): Category {
  const start = name.slice(0, MOST_LETTERS)
  const known = kept.get(language) ?? new Map<string, Category>()
  kept.set(language, known)
  const before = known.get(start)
  if (before) return before
  const category = look(start, language)
  if (known.size >= MOST_KEPT) known.clear()
  known.set(start, category)
  return category
}

/**
 * In the language of the list, then in the others: somebody who shops in German still writes 'Chicken Wings'. Words mean
 * other things there, so these must know all of them.
 */
function look(name: string, language: Language): Category {
  const split = splitName(name)
  for (const one of [language, ...LANGUAGES.filter((other) => other !== language)]) {
    const category = readName(split, vocabularyOf(one), { isComplete: one !== language })
    if (category) return category
  }
  return 'other'
}
