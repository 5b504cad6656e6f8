import { TOKEN_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { HOUR, MINUTE } from '#app/domain/time.ts'
import type { mails as english } from '../en/mails.ts'
import type { Shape } from '../room.ts'
import { limits } from './limits.ts'

/** No user's name appears here: a stranger could have chosen it. */
export const mails = {
  verify: {
    subject: 'Confirma tu correo',
    before: ['Te damos la bienvenida a Larder. Confirma que este correo es tuyo.'],
    button: 'Confirmar correo',
    after: [
      `El enlace sirve una sola vez y caduca en ${limits.hours({ n: TOKEN_LIFETIME.verify / HOUR })}.`,
      'Si no creaste ninguna cuenta, puedes ignorar este correo.',
    ],
  },
  taken: {
    subject: 'Ya tienes una cuenta',
    before: [
      'Alguien, seguramente tú, quiso usar este correo para una cuenta de Larder. Ya hay una con él, así que no se cambió nada.',
    ],
    button: 'Iniciar sesión',
    after: [
      'Si no recuerdas tu contraseña, elige «¿Olvidaste tu contraseña?» al iniciar sesión.',
      'Si no fuiste tú, puedes ignorar este correo.',
    ],
  },
  reset: {
    subject: 'Cambia tu contraseña',
    before: ['Alguien, seguramente tú, pidió cambiar la contraseña de tu cuenta de Larder.'],
    button: 'Cambiar contraseña',
    after: [
      `El enlace sirve una sola vez y caduca en ${limits.minutes({ n: TOKEN_LIFETIME.reset / MINUTE })}.`,
      'Si no fuiste tú, puedes ignorar este correo. Tu contraseña seguirá siendo la misma.',
    ],
  },
  'password-changed': {
    subject: 'Se cambió tu contraseña',
    before: [
      'Se acaba de cambiar la contraseña de tu cuenta de Larder y se cerró la sesión en todos los demás dispositivos.',
      'Si fuiste tú, no tienes que hacer nada.',
    ],
    button: 'Iniciar sesión',
    after: [
      'Si no fuiste tú, cambia tu contraseña ahora mismo: elige «¿Olvidaste tu contraseña?» al iniciar sesión.',
    ],
  },
  'new-email': {
    subject: 'Confirma tu correo nuevo',
    before: ['Confirma que tu cuenta de Larder debe tener este correo a partir de ahora.'],
    button: 'Cambiar correo',
    after: [
      `El enlace sirve una sola vez y caduca en ${limits.hours({ n: TOKEN_LIFETIME.email / HOUR })}.`,
      'Si no lo pediste, puedes ignorar este correo.',
    ],
  },
  'email-changed': {
    subject: 'Se cambió tu correo',
    before: [
      'Tu cuenta de Larder tiene ahora otro correo, y este ya no le pertenece.',
      'Si fuiste tú, no tienes que hacer nada.',
    ],
    button: 'Iniciar sesión',
    after: [
      'Si no fuiste tú, avisa a quien administra este Larder: puede devolver el correo anterior y darte un enlace para elegir otra contraseña.',
    ],
  },
  linkHint: 'Si el botón no funciona, abre este enlace:',
} satisfies Shape<typeof english>
