import { FORMATS_OF } from '#app/domain/locale/formats.ts'
import type { Formats, Language } from '#app/domain/locale/locale.ts'
import { answers as deAnswers } from './de/answers.ts'
import { screens as deOthers } from './de/otherScreens.ts'
import { screens as de } from './de/screens.ts'
import { answers as esAnswers } from './es/answers.ts'
import { screens as esOthers } from './es/otherScreens.ts'
import { screens as es } from './es/screens.ts'
import { answers as frAnswers } from './fr/answers.ts'
import { screens as frOthers } from './fr/otherScreens.ts'
import { screens as fr } from './fr/screens.ts'
import { ENGLISH, type Reader, type Rooms } from './reader.ts'

const ROOMS: Record<Language, Rooms | undefined> = {
  en: undefined,
  de: { ...de, ...deOthers, ...deAnswers },
  es: { ...es, ...esOthers, ...esAnswers },
  fr: { ...fr, ...frOthers, ...frAnswers },
}

const known = new Map<string, Reader[]>([['', [ENGLISH]]])

/** Somebody who reads this language, in its own formats or in others. The same reader for the same choice. */
export function readerIn(
  language: Language,
  formats: Formats = FORMATS_OF[language],
  currency?: string,
): Reader {
  const ofCurrency = known.get(currency ?? '') ?? []
  const found = ofCurrency.find((one) => one.language === language && one.formats === formats)
  if (found) return found
  const reader = { language, rooms: ROOMS[language], formats, currency }
  known.set(currency ?? '', [...ofCurrency, reader])
  return reader
}
