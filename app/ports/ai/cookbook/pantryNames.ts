import type { Language } from '#app/words/reader.ts'
import { namesIn } from './labels.ts'
import pantryText from './pantry.txt?raw'
import { parsePantry } from './parse.ts'

const loaded = new Map<Language, Promise<string[]>>()

/** As people write them: small, but for German nouns. */
export function pantryNames(language: Language): Promise<string[]> {
  const names = loaded.get(language) ?? load(language)
  loaded.set(language, names)
  return names
}

async function load(language: Language) {
  const nameOf = await namesIn(language)
  const names = [...parsePantry('pantry.txt', pantryText).values()].map(({ name }) => nameOf(name))
  return language === 'de' ? names : names.map((name) => name.toLowerCase())
}
