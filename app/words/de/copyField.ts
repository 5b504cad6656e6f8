import type { copyField as english } from '../en/copyField.ts'
import type { Shape } from '../room.ts'

export const copyField = {
  copied: 'Kopiert',
  copy: 'Kopieren',
  send: 'Senden',
} satisfies Shape<typeof english>
