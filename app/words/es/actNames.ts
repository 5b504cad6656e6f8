import type { actNames as english } from '../en/actNames.ts'
import type { Shape } from '../room.ts'

type Named = { name: string }

export const actNames = {
  tickItem: ({ name }: Named) => `marcar ${name}`,
  untickItem: ({ name }: Named) => `desmarcar ${name}`,
  addItem: ({ name }: Named) => `añadir ${name}`,
  changeItem: ({ name }: Named) => `cambiar ${name}`,
  deleteItem: ({ name }: Named) => `eliminar ${name}`,
  restoreItem: ({ name }: Named) => `restaurar ${name}`,
  finish: () => 'terminar la compra',
  undoLast: () => 'deshacer el último cambio',
} satisfies Shape<typeof english>
