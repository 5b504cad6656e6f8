import type { waitingChanges as english } from '../en/waitingChanges.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const waitingChanges = {
  conflict: 'Alguien más también lo cambió',
  discard: 'Descartar',
  keepTheirs: 'Usar la otra',
  keepYours: 'Usar la tuya',
  notSent: 'Sin enviar',
  ok: 'OK',
  restore: 'Restaurar',
  theirs: 'La otra versión',
  tryAgain: 'Reintentar',
  undo: 'Deshacer',
  yours: 'Tu versión',
  unsent: ({ n }: { n: number }) =>
    count(n, { one: '1 CAMBIO SIN ENVIAR', other: `${n} CAMBIOS SIN ENVIAR` }),
  stays: ({ n }: { n: number }) =>
    count(n, {
      one: 'Se queda en este dispositivo hasta que vuelvas a iniciar sesión, a menos que lo elimines.',
      other: 'Se quedan en este dispositivo hasta que vuelvas a iniciar sesión, a menos que los elimines.',
    }),
  stay: 'Mantener la sesión',
  leave: 'Cerrar sesión',
  deleteAndLeave: 'Eliminar y cerrar sesión',
} satisfies Shape<typeof english>
