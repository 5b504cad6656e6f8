import type { copyField as english } from '../en/copyField.ts'
import type { Shape } from '../room.ts'

export const copyField = {
  copied: 'Copiado',
  copy: 'Copiar',
  copyByHand: 'Cópialo desde aquí.',
  send: 'Enviar',
} satisfies Shape<typeof english>
