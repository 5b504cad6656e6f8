import type { ReactNode } from 'react'
import type { offline as english } from '../en/offline.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const offline = {
  needs: ({ name }: { name: string }) => `«${name}» necesita conexión.`,
  needsOne: 'Necesita conexión',
  asOf: ({ name, at }: { name: ReactNode; at: ReactNode }) => rich`Última actualización de ${name}: ${at}.`,
  cantKeep: 'Este navegador no puede guardar cambios. Deja esta página abierta hasta que se envíen.',
  failing: 'El servidor tiene un problema.',
  noConnection: 'Sin conexión.',
  noHttps: 'Deja esta página abierta: sin https no se puede volver a abrir.',
  notSaved: ({ n }: { n: number }) =>
    count(n, { one: 'No se guardó 1 cambio.', other: `No se guardaron ${n} cambios.` }),
  saved: 'Todos los cambios están guardados.',
  show: 'Mostrar',
  signIn: ({ n }: { n: number }) =>
    count(n, {
      one: 'Inicia sesión para enviar 1 cambio',
      other: `Inicia sesión para enviar ${n} cambios`,
    }),
  waiting: ({ n }: { n: number }) =>
    count(n, {
      one: 'Hay 1 cambio pendiente aquí.',
      other: `Hay ${n} cambios pendientes aquí.`,
    }),
  changes: 'Cambios en este dispositivo',
  logout: 'Cerrar sesión',
  loggingOut: 'Cerrar sesión',
  offline: 'Sin conexión',
  tryAgain: 'Reintentar',
  unreached: 'No se puede conectar con Larder.',
  unreachedSafe: 'No se puede conectar con Larder. Tus listas están a salvo en el servidor.',
} satisfies Shape<typeof english>
