import { isValidElement } from 'react'

// Two languages that nobody speaks, made of English: ⟦Šéţţîñĝš~~~⟧, and one in Arabic letters. What stands outside of the
// brackets on a page is no text of a room. This file is copied into a build, so it imports nothing of the tests.

const ACCENTS: Record<string, string> = {
  a: 'à',
  c: 'ç',
  e: 'é',
  g: 'ĝ',
  i: 'î',
  n: 'ñ',
  o: 'ô',
  s: 'š',
  t: 'ţ',
  u: 'û',
  y: 'ý',
  z: 'ž',
  A: 'À',
  C: 'Ç',
  E: 'É',
  G: 'Ĝ',
  I: 'Î',
  N: 'Ñ',
  O: 'Ô',
  S: 'Š',
  T: 'Ţ',
  U: 'Û',
  Y: 'Ý',
  Z: 'Ž',
}

export const accented = (text: string): string =>
  `⟦${text.replace(/[a-z]/gi, (letter) => ACCENTS[letter] ?? letter)}${'~'.repeat(text.length * 0.4)}⟧`

const ALPHABET = 'ابتثجحخدذرزسشصضطظعغفقكلمنه'

export const arabic = (text: string): string =>
  `⟦${text.toLowerCase().replace(/[a-z]/g, (letter) => ALPHABET[letter.charCodeAt(0) - 97] ?? letter)}⟧`

function pseudo(write: (text: string) => string, value: unknown): unknown {
  if (typeof value === 'string') return write(value)
  if (typeof value === 'function') return (...values: unknown[]) => pseudo(write, value(...values))
  if (Array.isArray(value)) return value.map((one) => pseudo(write, one))
  if (isValidElement(value)) return ['⟦', value, '⟧']
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, pseudo(write, text)]))
  return value
}

/** All rooms of a module such as en/screens.ts. */
export const pseudoRooms = (
  rooms: object,
  write: (text: string) => string,
): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(rooms).map(([name, texts]) => [name, pseudo(write, texts) as Record<string, unknown>]),
  )
