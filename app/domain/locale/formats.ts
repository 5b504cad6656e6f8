import { AMERICAN, type Formats, type Language } from './locale.ts'

// A table instead of Intl: its data differ between Node and browsers, and React would find another text than the server's.

const FRENCH: Formats = {
  decimal: ',',
  group: '\u202f',
  groupsFrom: 4,
  symbolFirst: false,
  date: 'D M Y',
}
const GERMAN: Formats = { ...FRENCH, group: '.', date: 'D. M Y' }

export const FORMATS = {
  'en-US': AMERICAN,
  'en-GB': { ...AMERICAN, date: 'D M Y' },
  de: GERMAN,
  'de-CH': { ...GERMAN, decimal: '.', group: '’', symbolFirst: true },
  es: { ...FRENCH, group: '.', groupsFrom: 5 },
  'es-MX': { ...AMERICAN, date: 'D M Y' },
  'es-PY': { ...FRENCH, group: '.', symbolFirst: true },
  fr: FRENCH,
  // As in prices; other numbers have a comma there.
  'fr-CH': { ...FRENCH, decimal: '.' },
} satisfies Record<string, Formats>

export type FormatsName = keyof typeof FORMATS

export const FORMATS_NAMES = Object.keys(FORMATS) as FormatsName[]

export const isFormatsName = (value: unknown): value is FormatsName =>
  typeof value === 'string' && Object.hasOwn(FORMATS, value)

/** Regions that write like one of these. */
const LIKE: [RegExp, FormatsName][] = [
  [/^en-(?:AU|IE|IN|NZ|SG|ZA)$/, 'en-GB'],
  [/^de-LI$/, 'de-CH'],
  [/^es-(?:419|DO|GT|HN|NI|PA|PE|PR|SV|US)$/, 'es-MX'],
  [/^es-(?:AR|BO|CL|CO|CR|EC|UY|VE)$/, 'es-PY'],
]

/** 'de-AT' has none of its own, and gets those of its language. */
export const formatsFor = (tag: string): Formats | undefined => {
  const name = isFormatsName(tag) ? tag : LIKE.find(([tags]) => tags.test(tag))?.[1]
  return name && FORMATS[name]
}

export const FORMATS_OF: Readonly<Record<Language, Formats>> = {
  en: FORMATS['en-US'],
  de: FORMATS.de,
  es: FORMATS.es,
  fr: FORMATS.fr,
}
