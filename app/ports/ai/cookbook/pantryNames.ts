import type { Language } from '#app/domain/locale/locale.ts'
import pantryText from './pantry.txt?raw'
import { parsePantry } from './parse.ts'
import { pantryNamesIn } from './translations.ts'

const loaded = new Map<Language, Promise<string[]>>()

/** In lower case, as people type them, except in German, whose nouns begin with a capital. */
export function pantryNames(language: Language): Promise<string[]> {
  const names = loaded.get(language) ?? load(language)
  loaded.set(language, names)
  return names
}

async function load(language: Language) {
  const nameOf = pantryNamesIn(language)
  const names = [...parsePantry('pantry.txt', pantryText).values()].map(({ name }) => nameOf(name))
  return language === 'de' ? names : names.map((name) => name.toLowerCase())
}
