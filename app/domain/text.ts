import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from './limitsAndLifetimes.ts'

// Invisible characters with side effects. Joiners are not among them: emoji and whole scripts need them.

/** Move a terminal's cursor, color its text or start a new line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what we look for
export const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g

export const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** For terminals. Older versions stored names with such characters; replacing them shows where they are. */
export function printable(text: string): string {
  return text.replace(CONTROL, '\ufffd').replace(BIDIRECTIONAL, '\ufffd')
}

export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

export function normalized(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH).normalize('NFC')
}

/** Of two names with the same key, one is the other. See thingKey for 'apple' and 'apples'. */
export const nameKey = (name: string) => normalized(name).toLowerCase().replace(/\s+/g, ' ').trim()

/** Half of an emoji, such as where a text was cut, is replaced. As toWellFormed, which old phones don't have. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd')

export function cleanLine(text: string): string {
  // Removed before normalizing: one may be between a letter and its accent.
  const visible = text.replace(BIDIRECTIONAL, '').replace(CONTROL, ' ')
  return wellFormed(normalized(visible)).replace(/\s+/g, ' ').trim()
}

export function isShort(text: string): boolean {
  return [...text].length <= MAX_NAME_LENGTH
}
