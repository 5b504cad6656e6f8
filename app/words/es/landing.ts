import type { ReactNode } from 'react'
import type { landing as english } from '../en/landing.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'

export const landing = {
  shopOnce: 'Una sola compra.',
  forgetNothing: 'Y no falta nada.',
  description: 'Prepara la compra con ayuda de la IA, controla tus gastos y guarda los tickets.',
  phone:
    'Una lista de Larder en un teléfono: productos pendientes con cantidades y precios, debajo los marcados y el total estimado.',
  yourLists: 'Tus listas',
  register: 'Crear cuenta',
  logIn: 'Iniciar sesión',
  madeBy: 'Hecho con cariño por el equipo de Larder.',

  shared: 'Para toda la casa',
  sharedText:
    'Lo que marcas se ve al instante en todos los teléfonos. Los invitados solo necesitan un enlace, no una cuenta.',
  offline: 'Funciona sin señal',
  offlineText: 'Marca y añade en el sótano del supermercado. Larder lo envía después.',
  typed: 'Escríbelo y listo',
  typedText: '«2 kg patatas 3,50, leche x3» son dos productos, y sabes el total antes de pagar.',
  undo: ({ days }) => `${days} para deshacer`,
  undoText:
    'Lo marcado, lo cambiado y hasta una lista eliminada. Lo guardado no se pierde aunque se vaya la luz.',
  fast: 'Rápido en teléfonos viejos',
  fastText: 'Las páginas son ligeras y se abren enseguida, incluso con mala conexión.',
  ownServer: 'En tu propio servidor',
  ownServerText: 'Tus listas se quedan contigo. Sin cuentas en ningún otro sitio.',

  serverIsNew: 'Este servidor es nuevo:',
  noAccountsYet: ({ serverIsNew, createFirst }: { serverIsNew: ReactNode; createFirst: ReactNode }) =>
    rich`${serverIsNew} aún no tiene ninguna cuenta. ${createFirst}.`,
  noAccountsAndClosed: ({ serverIsNew, command }: { serverIsNew: ReactNode; command: ReactNode }) =>
    rich`${serverIsNew} aún no tiene ninguna cuenta y no se pueden crear desde aquí. Quien lo administra puede crear una con ${command}.`,
  createFirst: 'Crea la primera',

  appDescription: 'Listas de la compra para tu casa, en tu propio servidor.',
  tab: 'Larder: listas del súper para toda la casa',
} satisfies Shape<typeof english>
