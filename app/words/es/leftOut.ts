import type { leftOut as english } from '../en/leftOut.ts'
import type { Shape } from '../room.ts'

export const leftOut = {
  ticked: 'Ya marcado',
  heading: 'Título',
  link: 'Enlace',
  facts: 'Raciones, tiempo o similar',
  step: 'Paso',
  message: 'Mensaje sin productos',
  empty: 'Sin texto',
} satisfies Shape<typeof english>
