import type { ReactNode } from 'react'
import type { settings as english } from '../en/settings.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const settings = {
  settings: 'Ajustes',
  passwordAndBrowsers: 'Contraseña y navegadores',
  forPrograms: 'Para programas',
  alsoForLists: ({ symbol, n }: { symbol: string; n: number }) =>
    count(n, {
      one: `¿Usar ${symbol} también en tu lista?`,
      other: `¿Usar ${symbol} también en tus ${n} listas?`,
    }),
  useCurrency: ({ symbol }: { symbol: string }) => `Usar ${symbol}`,
  keepCurrencies: 'No',
  save: 'Guardar',
  formatsAndTimeZone: 'Formatos y zona horaria',

  you: 'Tú',
  saving: 'Guardando…',
  yourName: 'Tu nombre',
  email: 'Correo',
  changeEmail: 'Cambiar correo',
  nextEmail: 'Correo nuevo',

  language: 'Idioma',
  automatic: 'Automático',
  numbersAndDates: 'Números y fechas',
  timeZone: 'Zona horaria',
  currency: 'Moneda de las listas nuevas',

  password: 'Contraseña',
  changePassword: 'Cambiar contraseña',
  changing: 'Cambiando…',
  currentPassword: 'Contraseña actual',
  newPassword: 'Contraseña nueva',

  whereSignedIn: 'Sesiones abiertas',
  signedInOn: ({ n }: { n: number }) =>
    `Tienes la sesión abierta en ${n} navegadores. Si no reconoces alguno, cierra las demás sesiones y cambia la contraseña.`,
  signedInHere: 'Solo tienes la sesión abierta en este navegador.',
  thisBrowser: 'Este navegador',
  anotherBrowser: 'Otro navegador',
  signedIn: ({ since }: { since: ReactNode }) => rich`Inicio de sesión: ${since}`,
  lastSeen: ({ at, since }: { at: ReactNode; since: ReactNode }) =>
    rich`Última actividad: ${at} · inicio de sesión: ${since}`,
  moreSessions: ({ n }: { n: number }) => `Y ${n} más.`,
  signOutElsewhere: 'Cerrar las demás sesiones',
  signOutEverywhere: 'Cerrar todas las sesiones',

  showSeen: 'Mostrar a los demás lo que he visto',

  keptLists: ({ ahead, most, keptFor }: { ahead: number; most: number; keptFor: string }) =>
    `Sin conexión, este navegador abre durante ${keptFor} tus ${ahead} últimas listas y otras que hayas abierto, hasta ${most}.`,

  showRemembered: 'Mostrar productos recordados',

  yourData: 'Tus datos',
  dataAsZip: ({ storage }: { storage: string }) =>
    `Descarga tus listas, productos y tickets en un ZIP. Espacio usado: ${storage}.`,
  downloadData: 'Descargar tus datos',

  whatTokensDo: 'Con un token, un script, un atajo o una casa inteligente pueden leer y cambiar tus listas.',
  apiReference: 'Referencia de la API',
  copyToken: ({ name }: { name: ReactNode }) =>
    rich`Token para ${name}. Cópialo ahora: no se volverá a mostrar.`,
  yourTokens: 'Tus tokens',
  createToken: 'Crear token',
  tokenName: 'Nombre del token',
  tokenExample: 'Home Assistant',
  lastUsed: ({ created, lastUsed }: { created: string; lastUsed: string }) =>
    `Creado: ${created} · último uso: ${lastUsed}`,
  neverUsed: ({ created }: { created: string }) => `Creado: ${created} · sin usar`,
  revoke: 'Revocar',
  revokeToken: ({ name }: { name: string }) => `Revocar ${name}`,

  deleteMyAccount: 'Eliminar mi cuenta',
} satisfies Shape<typeof english>
