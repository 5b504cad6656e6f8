import type { recent as english } from '../en/recent.ts'
import type { Shape } from '../room.ts'

export const recent = {
  restore: 'Restaurar',
  restoreNamed: ({ name }: { name: string }) => `Restaurar ${name}`,
  changes: 'Cambios recientes',
  noChanges: ({ time }: { time: string }) => `No hay cambios en los últimos ${time}.`,
  undone: 'Deshecho',
  undo: 'Deshacer',
  undoChange: ({ change }: { change: string }) => `Deshacer: ${change}`,
  olderChanges: 'Cambios anteriores',
  deletedItems: 'Productos eliminados',
  itemsStay: ({ time }: { time: string }) => `Se quedan aquí durante ${time}.`,
  deleteForGood: 'Eliminar para siempre',
  deleteNamedForGood: ({ name }: { name: string }) => `Eliminar para siempre ${name}`,
  earlierItems: 'Productos eliminados antes',
  recentlyDeleted: 'Eliminadas hace poco',
  nothingDeleted: ({ time }: { time: string }) => `No se ha eliminado nada en los últimos ${time}.`,
  everythingStays: ({ time }: { time: string }) => `Todo se queda aquí durante ${time}.`,

  tab: ({ name }: { name: string }) => `Cambios recientes de ${name}`,
} satisfies Shape<typeof english>
