import type { offlinePage as english } from '../en/offlinePage.ts'
import type { Shape } from '../room.ts'

export const offlinePage = {
  latest: 'Tus últimas listas están en este dispositivo.',
  openLists: 'Abrir tus listas',
  reloads: 'Esta página se recarga sola cuando vuelve la conexión.',
  tab: 'Sin conexión',
  stillSignedIn: 'Tu sesión sigue abierta',
  notLoggedOut:
    'No se puede conectar con Larder, así que aún no sabe que quieres cerrar la sesión. Tus listas ya no están en este dispositivo.',
  logsOut: 'Esta página cierra tu sesión sola cuando vuelve la conexión.',
} satisfies Shape<typeof english>
