import type { leftOut as english } from '../en/leftOut.ts'
import type { Shape } from '../room.ts'

export const leftOut = {
  ticked: 'Schon abgehakt',
  heading: 'Überschrift',
  link: 'Link',
  facts: 'Portionen, Zeit oder Ähnliches',
  step: 'Zubereitung',
  message: 'Nachricht ohne Artikel',
  empty: 'Kein Text',
} satisfies Shape<typeof english>
