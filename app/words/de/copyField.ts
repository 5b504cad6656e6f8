import type { copyField as english } from '../en/copyField.ts'
import type { Shape } from '../room.ts'

export const copyField = {
  copied: 'Kopiert',
  copy: 'Kopieren',
  copyByHand: 'Bitte hier von Hand kopieren.',
  send: 'Senden',
} satisfies Shape<typeof english>
