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

/**
 * "Ben ✓ Ada". If one person did both, "✓ Ben". The owner adds most items, so only others are named for that.
 * The space is thin and doesn't break.
 */
export function signatureNames(reader: Reader, { added, ticked }: Signature, ownerName?: string): string {
  const { unnamedGuest } = wordsOf(reader, signatures)
  const short = (name: string) => (name === unnamedGuest ? name : name.split(' ')[0])
  const isNamed = added && added !== ticked && added !== ownerName
  return [isNamed && short(added), ticked && `✓\u202f${short(ticked)}`].filter(Boolean).join(' ')
}
