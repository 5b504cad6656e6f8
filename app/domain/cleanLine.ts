import { BIDIRECTIONAL, CONTROL } from './hiddenCharacters.ts'
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from './limits.ts'

export function normalized(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH).normalize('NFC')
}

export function cleanLine(text: string): string {
  // Removed before normalizing: one may be between a letter and its accent.
  const visible = text.replace(BIDIRECTIONAL, '').replace(CONTROL, ' ')
  return normalized(visible).toWellFormed().replace(/\s+/g, ' ').trim()
}

export function isShort(text: string): boolean {
  return [...text].length <= MAX_NAME_LENGTH
}
