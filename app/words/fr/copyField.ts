import type { copyField as english } from '../en/copyField.ts'
import type { Shape } from '../room.ts'

export const copyField = {
  copied: 'Copié',
  copy: 'Copier',
  copyByHand: 'Copie-le ici.',
  send: 'Envoyer',
} satisfies Shape<typeof english>
