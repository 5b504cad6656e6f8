import type { common as english } from '../en/common.ts'
import type { Shape } from '../room.ts'

export const common = {
  backToList: 'Volver a la lista',
  backToLists: 'Volver a tus listas',
  dark: 'Tema oscuro',
  home: 'Inicio de Larder',
  hello: ({ name }: { name: string }) => `Hola, ${name}`,
  people: 'Personas',
  settings: 'Ajustes',
  share: 'Compartir',
  sharing: 'Compartir',
  messages: 'Notificaciones',
  redo: 'Rehacer',
  undo: 'Deshacer',
  undoMore: 'Deshacer más',
  close: 'Cerrar',
} satisfies Shape<typeof english>
