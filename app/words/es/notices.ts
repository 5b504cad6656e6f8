import type { notices as english } from '../en/notices.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'
import { count } from './count.ts'

export const notices = {
  registered: ({ mustConfirm, sendsMail }: { mustConfirm: boolean; sendsMail: boolean }): string => {
    if (!mustConfirm) {
      const ready = 'Tu cuenta está lista. Ya puedes iniciar sesión.'
      return sendsMail ? `${ready} Revisa tu correo para confirmar la cuenta.` : ready
    }
    return sendsMail
      ? '¡Te damos la bienvenida! Revisa tu correo para confirmar la cuenta.'
      : '¡Te damos la bienvenida! Este servidor no envía correos: pide a quien lo administra que confirme tu cuenta.'
  },
  passwordChanged: 'Se cambió tu contraseña y ya tienes la sesión abierta.',
  resetLinkDead: 'Este enlace está incompleto, caducó o ya se usó.',
  confirmWithPassword:
    'Escribe la contraseña con la que creaste la cuenta. El enlace solo no basta: cualquiera puede crear una con tu correo.',
  askNewEmail: ({ email }: { email: string }) => `A partir de ahora, tu cuenta tendrá el correo ${email}.`,
  confirmNewEmail: ({ email }: { email: string }) =>
    `Escribe tu contraseña para cambiar tu correo a ${email}.`,
  takeOver:
    'Otra persona creó una cuenta con tu correo. Elige una contraseña y la cuenta será tuya: se cierran todas las sesiones y no se comparte nada.',
  emailConfirmed: 'Tu correo está confirmado.',
  emailWasConfirmed: 'Tu correo ya estaba confirmado.',
  emailWaits: 'Abre el enlace del correo que te enviamos. Hasta entonces, tu correo sigue siendo el mismo.',
  emailChanged: 'Se cambió tu correo.',
  emailWaitsFor: ({ email }: { email: string }) =>
    `Abre el enlace que enviamos a ${email} para cambiar a ese correo.`,
  emailChangedTitle: 'Correo cambiado',
  signInWithNewEmail: 'A partir de ahora, inicia sesión con tu correo nuevo.',
  emailStays: 'Tu correo sigue siendo el mismo.',
  profileSaved: 'Guardado.',
  currenciesChanged: ({ n, currency }: { n: number; currency: string }) =>
    count(n, {
      one: `Tu lista ahora está en ${currency}.`,
      other: `Tus ${n} listas ahora están en ${currency}.`,
    }),
  guestNamed: ({ name }: { name: string | null }) => (name ? `Hola, ${name}.` : 'Se quitó tu nombre.'),
  ownPasswordChanged: 'Se cambió tu contraseña y se cerró la sesión en los demás navegadores.',
  signedOutElsewhere: ({ n }: { n: number }) =>
    n === 0
      ? 'No tenías la sesión abierta en ningún otro sitio.'
      : count(n, {
          one: 'Se cerró la sesión en 1 navegador más.',
          other: `Se cerró la sesión en ${n} navegadores más.`,
        }),
  signedOutEverywhere: 'Se cerraron todas tus sesiones.',
  resetLinkSent: ({ sendsMail }: { sendsMail: boolean }) =>
    sendsMail
      ? 'Si hay una cuenta con este correo, te enviamos un enlace.'
      : 'Este servidor no envía correos. Pide a quien lo administra un enlace para cambiar la contraseña.',
  resetLinkFailed: 'Algo salió mal. Inténtalo otra vez.',
  loggedOut: 'Sesión cerrada.',
  accountDeleted: ({ offered }: { offered: number }) =>
    offered > 0
      ? count(offered, {
          one: 'Se eliminó tu cuenta. 1 lista compartida se ofrece a una persona que puede editarla.',
          other: `Se eliminó tu cuenta. ${offered} listas compartidas se ofrecen a quienes pueden editarlas.`,
        })
      : 'Se eliminaron tu cuenta y todos sus datos.',
  showsSeen: ({ shows }: { shows: boolean }) =>
    shows ? 'Ahora los demás saben qué cambios has visto.' : 'Los demás ya no saben qué cambios has visto.',
  listDeleted: ({ name }: { name: string }) => `Se eliminó «${cut(name)}».`,
  listDeletedBy: ({ name, by }: { name: string; by: string }) => `${by} eliminó «${cut(name)}».`,
  notOnList: 'Ya no estás en esta lista o alguien la eliminó.',
  listNotLoaded:
    'No se pudo cargar esta lista. Está a salvo en el servidor. Ábrela otra vez desde tus listas.',
  tokenRevoked: 'Token revocado.',
} satisfies Shape<typeof english>
