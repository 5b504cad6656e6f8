import { date, money } from './format.ts'
import { FORMATS, FORMATS_NAMES, type FormatsName } from './formats.ts'
import type { Reader } from './reader.ts'

const PLACES: Record<FormatsName, string> = {
  'en-US': 'English (US)',
  'en-GB': 'English (UK)',
  de: 'Deutsch',
  'de-CH': 'Deutsch (Schweiz)',
  es: 'Español',
  'es-MX': 'Español (México)',
  'es-PY': 'Español (Paraguay)',
  fr: 'Français',
  'fr-CH': 'Français (Suisse)',
}

const EXAMPLE_CENTS = 123_450
const EXAMPLE_DAY = new Date(2026, 11, 31).getTime()

/** 'Deutsch (Schweiz) · $ 1’234.50 · 31. Dez. 2026' */
export function formatsOptions(own: Reader): Record<string, string> {
  return Object.fromEntries(
    FORMATS_NAMES.map((name) => {
      const reader = { ...own, formats: FORMATS[name] }
      return [name, `${PLACES[name]} · ${money(reader, EXAMPLE_CENTS)} · ${date(reader, EXAMPLE_DAY)}`]
    }),
  )
}
