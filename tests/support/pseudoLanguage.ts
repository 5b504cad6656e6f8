import { isValidElement } from 'react'

// A language that nobody speaks, made of English: ⟦Šéţţîñĝš~~~⟧. What stands outside of the brackets on a page is no text
// of a room. This file is copied into a build, so it imports nothing of the tests.

const ACCENTS: Record<string, string> = {
  ...{ a: 'à', c: 'ç', e: 'é', g: 'ĝ', i: 'î', n: 'ñ', o: 'ô', s: 'š', t: 'ţ', u: 'û', y: 'ý', z: 'ž' },
  ...{ A: 'À', C: 'Ç', E: 'É', G: 'Ĝ', I: 'Î', N: 'Ñ', O: 'Ô', S: 'Š', T: 'Ţ', U: 'Û', Y: 'Ý', Z: 'Ž' },
}

const foreign = (text: string): string =>
  `⟦${text.replace(/[a-z]/gi, (letter) => ACCENTS[letter] ?? letter)}${'~'.repeat(text.length * 0.4)}⟧`

function pseudo(value: unknown): unknown {
  if (typeof value === 'string') return foreign(value)
  if (typeof value === 'function') return (...values: unknown[]) => pseudo(value(...values))
  if (Array.isArray(value)) return value.map(pseudo)
  if (isValidElement(value)) return ['⟦', value, '⟧']
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, pseudo(text)]))
  return value
}

/** All rooms of a module such as en/screens.ts. */
export const pseudoRooms = (rooms: object): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(rooms).map(([name, texts]) => [name, pseudo(texts) as Record<string, unknown>]),
  )
