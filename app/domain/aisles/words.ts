import type { Language } from '#app/domain/locale/locale.ts'

const LIGATURES: Record<string, string> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o' }

/** Without accents, of text in lower case. */
export const fold = (text: string): string =>
  /^[a-z0-9]*$/.test(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .replace(/[ßœæø]/g, (letter) => LIGATURES[letter] ?? letter)

/** 'goat's' is one word, 'd'olive' are two. */
export const withoutPossessive = (text: string): string =>
  /['’]/.test(text) ? text.replace(/['’]s(?!\p{L})/giu, 's') : text

export interface Word {
  lower: string
  folded: string
  isCapitalized: boolean
}

export function readWords(text: string): Word[] {
  const words = withoutPossessive(text).match(/[\p{L}\p{N}]+|[&+]/gu) ?? []
  return words.map((word) => {
    const lower = word.toLowerCase()
    return { lower, folded: fold(lower), isCapitalized: lower !== word }
  })
}

const ENDINGS: Record<Language, [ending: RegExp, without: string][]> = {
  en: [
    [/(?<=\w\w[^\Ws])s\b/g, ''],
    [/(?<=\w\w)ie\b/g, 'y'],
    [/(?<=\w{3})e\b/g, ''],
  ],
  de: [
    [/(?<=\w{3})(?:e(?:rn|[mnrs])?|(?<=\w{4})n)\b/g, ''],
    [/(?<=\w\w[^\Ws])s\b/g, ''],
  ],
  es: [
    [/(?<=\w{3})s\b/g, ''],
    [/(?<=\w{3})e\b/g, ''],
    [/z\b/g, 'c'],
  ],
  fr: [
    [/(?<=\w{3})s\b/g, ''],
    [/(?<=\w{3})x\b/g, ''],
    [/(?<=\w{3})e\b/g, ''],
  ],
}

/** 'mozarella' and 'prosseco' are what people type. In Spanish, 'pollo' and 'polo' differ. */
export const withoutDoubles = (text: string, language: Language): string =>
  language === 'es' ? text : text.replace(/([b-df-hj-np-tv-z])\1/g, '$1')

/** The stems of folded words: one for 'Tomate' and 'Tomaten'. Rough rules, which hold for vocabulary and names alike. */
export function stem(words: string, language: Language): string {
  let stems = words
  for (const [ending, without] of ENDINGS[language]) stems = stems.replace(ending, without)
  return stems
}
