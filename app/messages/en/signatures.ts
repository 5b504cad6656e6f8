export const guestLabel = (name: string | null) => (name ? `${name} (guest)` : 'A guest')

export interface Signature {
  added?: string | undefined
  ticked?: string | undefined
}

export function signatureText({ added, ticked }: Signature): string {
  return [added && `added by ${added}`, ticked && `ticked by ${ticked}`].filter(Boolean).join(', ')
}

/** "B ✓A". If one person did both, "✓B". */
export function signatureInitials({ added, ticked }: Signature): string {
  const tick = ticked && `✓${initialsOf(ticked)}`
  return [added !== ticked && added && initialsOf(added), tick].filter(Boolean).join(' ')
}

export function initialsOf(name: string): string {
  const words = name
    .replace(/ \(guest\)$/, '')
    .split(' ')
    .filter(Boolean)
  const shown = words.length > 1 ? [words[0], words.at(-1)] : words
  return shown.map((word = '') => ([...word][0] ?? '').toUpperCase()).join('')
}
