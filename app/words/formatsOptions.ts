import type { Currency } from '#app/domain/locale/currency.ts'
import { FORMATS, FORMATS_NAMES, type FormatsName } from '#app/domain/locale/formats.ts'
import { date, money } from './format.ts'
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

const EXAMPLE_PRICE = 1_234.5
/** At midnight where this runs, so it is read without the reader's zone. */
const EXAMPLE_DAY = new Date(2026, 11, 31).getTime()

/** 'Deutsch (Schweiz) · $ 1’234.50 · 31. Dez. 2026' */
export function formatsOptions(own: Reader, currency: Currency): Record<string, string> {
  const example = Math.round(EXAMPLE_PRICE * 10 ** currency.decimals)
  return Object.fromEntries(
    FORMATS_NAMES.map((name) => {
      const reader = { ...own, formats: FORMATS[name], timeZone: undefined }
      return [name, `${PLACES[name]} · ${money(reader, example, currency)} · ${date(reader, EXAMPLE_DAY)}`]
    }),
  )
}
