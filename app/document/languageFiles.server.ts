import type { Language } from '#app/domain/locale/locale.ts'
import { KEPT_ROUTES } from '#app/offline/keptRoutes.ts'

/** Another language has two: the texts of lists, and those of all other screens. */
type Files = [first: string, others: string]

declare const LANGUAGE_FILES: Partial<Record<Language, Files>> | undefined

const isOfLists = (path: string) => Object.values(KEPT_ROUTES).some((kept) => kept.test(path))

/** With which files of texts a page starts: none in English. Lists have time to get the others. */
export function textsOf(language: Language, path: string): { hasAll: boolean; files: string[] } {
  // None in development.
  const files = typeof LANGUAGE_FILES === 'undefined' ? undefined : LANGUAGE_FILES[language]
  const hasAll = language !== 'en' && !isOfLists(path)
  return { hasAll, files: files?.slice(0, hasAll ? 2 : 1) ?? [] }
}
