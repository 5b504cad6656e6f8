import { BIDIRECTIONAL, CONTROL } from './hiddenCharacters.ts'

// Pure and small: browsers use it too.

/** Longer than any accepted text. Normalizing takes ever longer the more combining marks there are. */
export const MAX_TEXT = 2_000
export const MAX_NAME = 200

export function normalized(text: string): string {
  return text.slice(0, MAX_TEXT).normalize('NFC')
}

/** One line of text without hidden characters, broken surrogates or repeated spaces. */
export function cleanLine(text: string): string {
  // Removed before normalizing: one may be between a letter and its accent.
  const visible = text.replace(BIDIRECTIONAL, '').replace(CONTROL, ' ')
  return normalized(visible).toWellFormed().replace(/\s+/g, ' ').trim()
}

export function isShort(text: string): boolean {
  return [...text].length <= MAX_NAME
}
