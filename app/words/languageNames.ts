import type { Language } from '#app/domain/locale/locale.ts'

/** Each in its own language. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
}
