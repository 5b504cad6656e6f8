import { FORMATS_OF } from '#app/domain/locale/formats.ts'
import { isLanguage, type Language } from '#app/domain/locale/locale.ts'
import type { KeptPage } from '#app/offline/schema.ts'
import { worker as de } from '#app/words/de/worker.ts'
import { worker as es } from '#app/words/es/worker.ts'
import { worker as fr } from '#app/words/fr/worker.ts'
import type { Reader, Rooms } from '#app/words/reader.ts'

const ROOMS: Record<Language, Rooms | undefined> = { en: undefined, de, es, fr }

/** Of a kept page, or, without one, as the browser asks. */
export function readerOfKept(page: Pick<KeptPage, 'language' | 'formats' | 'timeZone'> | undefined): Reader {
  const asked = page ? [page.language] : navigator.languages.map((tag) => tag.slice(0, 2))
  const language = asked.find(isLanguage) ?? 'en'
  return {
    language,
    rooms: ROOMS[language],
    formats: page?.formats ?? FORMATS_OF[language],
    timeZone: page?.timeZone,
  }
}
