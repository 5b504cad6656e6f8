import type { offlinePage as english } from '../en/offlinePage.ts'
import type { Shape } from '../room.ts'

export const offlinePage = {
  latest: 'Tus últimas listas están en este dispositivo.',
  openLists: 'Abrir tus listas',
  reloads: 'Esta página se recarga sola cuando vuelve la conexión.',
  tab: 'Sin conexión',
} satisfies Shape<typeof english>
