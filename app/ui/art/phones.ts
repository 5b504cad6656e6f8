import type { Language } from '#app/domain/locale/locale.ts'
import darkDe from './phone-dark-de.webp'
import darkEn from './phone-dark-en.webp'
import darkEs from './phone-dark-es.webp'
import darkFr from './phone-dark-fr.webp'
import lightDe from './phone-light-de.webp'
import lightEn from './phone-light-en.webp'
import lightEs from './phone-light-es.webp'
import lightFr from './phone-light-fr.webp'

/** A list on a phone, in each language and theme: `node scripts/pictures.mjs`. */
export const PHONES: Record<Language, { light: string; dark: string }> = {
  de: { light: lightDe, dark: darkDe },
  en: { light: lightEn, dark: darkEn },
  es: { light: lightEs, dark: darkEs },
  fr: { light: lightFr, dark: darkFr },
}
