import type { copyField as english } from '../en/copyField.ts'
import type { Shape } from '../room.ts'

export const copyField = {
  copied: 'Copiado',
  copy: 'Copiar',
  send: 'Enviar',
} satisfies Shape<typeof english>
