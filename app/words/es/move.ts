import type { move as english } from '../en/move.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'

export const move = {
  title: 'Mover a otra lista',
  moveWhat: ({ name }: { name: string }) => `¿Adónde va ${cut(name)}?`,
  noOther: 'No hay otra lista que puedas editar.',
  copyTitle: 'Copiar lo pendiente',
  copyWhat: '¿Adónde va lo pendiente? Aquí también se queda.',
  cancel: 'Cancelar',
} satisfies Shape<typeof english>
