import type { IncomingHttpHeaders } from 'node:http'
import { currencyIn, isCurrency } from '#app/domain/locale/currencies.ts'
import { FORMATS, formatsFor, isFormatsName } from '#app/domain/locale/formats.ts'
import { type Formats, isLanguage, type Language } from '#app/domain/locale/locale.ts'
import { isTimeZone } from '#app/domain/locale/timeZones.ts'
import type { Services } from '#app/services.ts'
import { readerIn } from '#app/words/languages.server.ts'
import type { Reader } from '#app/words/reader.ts'
import { languageCookie } from './cookies.ts'

type Headers = Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>

/** While the account isn't known yet: what this browser has chosen, or else what it asks for. */
export function readerOfBrowser({ config }: Pick<Services, 'config'>, headers: Headers): Reader {
  const accepted = acceptedLanguage(headers['accept-language'])
  const chosen = languageCookie(config).readHeader(headers.cookie)
  return isLanguage(chosen) ? chosenReader(accepted, { language: chosen }) : accepted
}

/** Programs get English unless they ask for another language. */
export const readerOfProgram = (headers: Headers): Reader => acceptedLanguage(headers['accept-language'])

interface Choice {
  language?: string
  formats?: string
  timeZone?: string
  currency?: string
}

/** Empty strings, and what Larder no longer knows, leave the choice to the browser. */
export function chosenReader(browser: Reader, choice: Choice): Reader {
  const { language, formats, timeZone } = choice
  const chosen = isLanguage(language) ? language : browser.language
  const own = chosen === browser.language ? browser.formats : undefined
  const currency = isCurrency(choice.currency) ? choice.currency : browser.currency
  const reader = readerIn(chosen, isFormatsName(formats) ? FORMATS[formats] : own, currency)
  return isTimeZone(timeZone) ? { ...reader, timeZone } : reader
}

/** Longer ones are not from a browser. */
const MAX_LENGTH = 500

/**
 * The language with the highest quality that Larder speaks: 'fr-CH, fr;q=0.9, en;q=0.8' is French as in Switzerland.
 * People pay as in the region of their first language, whether Larder speaks it or not.
 */
export function acceptedLanguage(header = ''): Reader {
  let language: Language = 'en'
  let formats: Formats | undefined
  let currency: string | undefined
  let highest = 0
  let highestOfAll = 0
  for (const part of header.slice(0, MAX_LENGTH).split(',')) {
    const [range = '', ...parameters] = part.split(';')
    const [primary = '', ...subtags] = range.trim().toLowerCase().split('-')
    const quality = Number(/^\s*q=([\d.]+)\s*$/i.exec(parameters.join(';'))?.[1] ?? 1)
    const region = subtags.find((tag) => /^(?:[a-z]{2}|\d{3})$/.test(tag))?.toUpperCase()
    if (quality > highestOfAll) {
      currency = currencyIn(region ?? usualRegion(primary))
      highestOfAll = quality
    }
    if (!isLanguage(primary) || !(quality > highest)) continue
    language = primary
    formats = formatsFor(region ? `${primary}-${region}` : [primary, ...subtags].join('-'))
    highest = quality
  }
  return readerIn(language, formats, currency)
}

function usualRegion(language: string): string {
  const known: Partial<Record<string, string>> = { en: 'US', de: 'DE', es: 'ES', fr: 'FR' }
  if (known[language] || !/^[a-z]{2,3}$/.test(language)) return known[language] ?? ''
  return new Intl.Locale(language).maximize().region ?? ''
}
