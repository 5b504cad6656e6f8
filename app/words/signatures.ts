import { signatures } from './en/signatures.ts'
import { type Reader, wordsOf } from './reader.ts'

export function guestLabel(reader: Reader, name: string | null): string {
  const words = wordsOf(reader, signatures)
  return name ? words.guest({ name }) : words.unnamedGuest
}

export interface Signature {
  added?: string | undefined
  ticked?: string | undefined
}

export function signatureText(reader: Reader, { added, ticked }: Signature): string {
  const words = wordsOf(reader, signatures)
  return [added && words.addedBy({ name: added }), ticked && words.tickedBy({ name: ticked })]
    .filter(Boolean)
    .join(', ')
}

/** "B ✓A". If one person did both, "✓B". */
export function signatureInitials({ added, ticked }: Signature): string {
  const tick = ticked && `✓${initialsOf(ticked)}`
  return [added !== ticked && added && initialsOf(added), tick].filter(Boolean).join(' ')
}

export function initialsOf(name: string): string {
  const words = name
    .replace(/ \([^()]*\)$/, '')
    .split(' ')
    .filter(Boolean)
  const shown = words.length > 1 ? [words[0], words.at(-1)] : words
  return shown.map((word = '') => ([...word][0] ?? '').toUpperCase()).join('')
}
