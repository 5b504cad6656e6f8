import type { Language } from '#app/domain/locale/locale.ts'
import { parseVocabulary, type Vocabulary } from './parseVocabulary.ts'
import de from './vocabulary/de.txt?raw'
import en from './vocabulary/en.txt?raw'
import es from './vocabulary/es.txt?raw'
import fr from './vocabulary/fr.txt?raw'

const TEXTS: Record<Language, string> = { en, de, es, fr }

const parsed = new Map<Language, Vocabulary>()

/** Parsed when it is first needed. */
export function vocabularyOf(language: Language): Vocabulary {
  const vocabulary = parsed.get(language) ?? parseVocabulary(language, TEXTS[language])
  parsed.set(language, vocabulary)
  return vocabulary
}
