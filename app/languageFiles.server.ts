import type { Language } from './words/reader.ts'

declare const LANGUAGE_FILES: Partial<Record<Language, string>> | undefined

/** The file of a language's texts. None in English, and in development. */
export const languageFile = (language: Language): string | undefined =>
  typeof LANGUAGE_FILES === 'undefined' ? undefined : LANGUAGE_FILES[language]
