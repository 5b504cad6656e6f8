import type { keys as english } from '../en/keys.ts'
import type { Shape } from '../room.ts'

export const keys = {
  newItem: 'Nuevo producto',
  searchMany: 'Buscar en tus listas, si tienes más de diez',
  fromItemToItem: 'Pasar de un producto a otro',
  space: 'Espacio',
  tick: 'Marcar o desmarcar el producto',
  goToMessage: 'Ir a la notificación',
  showShortcuts: 'Mostrar estos atajos',
  undo: 'Deshacer',
} satisfies Shape<typeof english>
