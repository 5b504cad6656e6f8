import type { ReactNode } from 'react'
import type { account as english } from '../en/account.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const account = {
  email: 'Correo',
  emailExample: 'nombre@example.org',
  password: 'Contraseña',
  newPasswordLength: ({ n }: { n: number }) =>
    count(n, { one: 'Al menos 1 carácter', other: `Al menos ${n} caracteres` }),
  show: 'Mostrar',
  yourPassword: 'Tu contraseña',
  currentPassword: 'Contraseña actual',
  name: 'Nombre',
  yourName: 'Tu nombre',
  submit: 'Continuar',
  submitting: 'Enviando…',

  loginTitle: 'INICIAR SESIÓN',
  signInToAcceptYours: 'Inicia sesión para aceptar la invitación.',
  signedInAs: ({ name }: { name: string }) => `Sesión iniciada como ${name}.`,
  goToLists: 'Ir a tus listas',
  forgotPassword: '¿Olvidaste tu contraseña?',
  needAccount: '¿No tienes cuenta?',
  signUp: 'CREAR CUENTA',

  registerTitle: 'CREAR CUENTA',
  registerToAcceptYours: 'Crea una cuenta y luego inicia sesión para aceptar la invitación.',
  alreadyMember: '¿Ya tienes cuenta?',
  logIn: 'INICIAR SESIÓN',
  noMailToConfirm:
    'Este servidor no envía correos. Cuando hayas creado la cuenta, pide a quien lo administra que la confirme.',
  noMailToReset:
    'Este servidor no envía correos. Si olvidas la contraseña, pide un enlace para cambiarla a quien lo administra.',

  forgotTitle: 'RECUPERAR CONTRASEÑA',
  enterEmail: 'Escribe tu correo y te enviaremos un enlace para elegir otra contraseña.',
  sendLink: 'Enviar enlace',
  sendingLink: 'Enviando…',
  alreadyHaveAccount: '¿Ya tienes cuenta?',
  checkEmail: 'Revisa tu correo',
  linkSent: ({ lifetime }: { lifetime: string }) =>
    `Si hay una cuenta con este correo, te enviamos un enlace. Caduca en ${lifetime}.`,
  askForLink:
    'Este servidor no envía correos. Pide a quien lo administra un enlace para cambiar la contraseña.',
  goBack: 'Volver',

  resetTitle: 'NUEVA CONTRASEÑA',
  reset: 'GUARDAR',
  resetting: 'Guardando la contraseña…',
  getNewLink: 'Pedir otro enlace',
  needNewLink: '¿Necesitas otro enlace?',
  getOne: 'PÍDELO',

  confirmTitle: 'Confirma tu correo',
  confirming: 'Confirmando…',
  confirm: 'Confirmar mi correo',
  didNotRegister: 'No creé esta cuenta',
  confirmedTitle: 'Cuenta confirmada',
  confirmed: 'Gracias. Ya puedes iniciar sesión.',
  alreadyConfirmedTitle: 'Ya está confirmado',
  alreadyConfirmed: 'Tu correo ya estaba confirmado. Puedes iniciar sesión.',
  pleaseLogIn: 'Iniciar sesión',
  notConfirmedTitle: 'Sin confirmar',
  notConfirmed: 'Algo salió mal. Revisa que el enlace de confirmación esté completo.',
  signIn: 'Iniciar sesión',

  invitationTitle: 'INVITACIÓN',
  openList: 'Abrir la lista',
  accept: 'Aceptar',
  shareMineToo: 'Compartir también todas las mías',
  changeLater: 'Puedes cambiarlo más tarde en «Hogar».',
  accepting: 'Aceptando…',
  signInOrRegisterToAccept: 'Para aceptar, inicia sesión o crea una cuenta. Después volverás aquí.',
  signInToAccept: 'Para aceptar, inicia sesión. Después volverás aquí.',
  register: 'Crear cuenta',

  deleteTitle: 'ELIMINAR CUENTA',
  deletes: ({ email }: { email: ReactNode }) =>
    rich`Se eliminará para siempre la cuenta ${email}, con todos los productos y tickets. Se cerrará la sesión en todos los dispositivos. No se puede deshacer.`,
  deletesLists: ({ email, n }: { email: ReactNode; n: number }) =>
    rich`Se eliminarán para siempre la cuenta ${email}, ${listCount(n)} y todos los productos y tickets. Se cerrará la sesión en todos los dispositivos. No se puede deshacer.`,
  deletesUnshared: ({ email }: { email: ReactNode }) =>
    rich`Se eliminará para siempre la cuenta ${email}, con todos sus productos y tickets. Se cerrará la sesión en todos los dispositivos. No se puede deshacer.`,
  deletesUnsharedLists: ({ email, n }: { email: ReactNode; n: number }) =>
    rich`Se eliminarán para siempre la cuenta ${email}, ${listCount(n)} y todos sus productos y tickets. Se cerrará la sesión en todos los dispositivos. No se puede deshacer.`,
  backupsKeep: ({ download }: { download: ReactNode }) =>
    rich`Todo seguirá en las copias de seguridad de este servidor hasta que otras más nuevas las sustituyan. Antes de eliminar la cuenta, puedes ${download}.`,
  downloadData: 'descargar tus datos',
  deleteAccount: 'Eliminar mi cuenta',
  deleting: 'Eliminando…',
  cancel: 'Cancelar',
  sharedLists: 'Tus listas que otros pueden editar',
  offerLists: 'Ofrecerlas a quienes pueden editarlas',
  offered: ({ listName, name }: { listName: string; name: string }) => `«${listName}» se ofrecerá a ${name}`,
  eachEditorHas: ({ days }: { days: string }) =>
    `Cada persona tiene ${days} para aceptar; después se pregunta a la siguiente. Las listas que nadie acepte se eliminan.`,
  deleteLists: 'Eliminarlas para todos',
  signInLead: ({ n }: { n: number }) =>
    count(n, {
      one: 'Inicia sesión para enviar 1 cambio.',
      other: `Inicia sesión para enviar ${n} cambios.`,
    }),

  deleteAccountTab: 'Eliminar cuenta',
  forgotPasswordTab: 'Recuperar contraseña',
  invitationTab: 'Invitación',
  resetPasswordTab: 'Nueva contraseña',
} satisfies Shape<typeof english>

const listCount = (n: number) => count(n, { one: '1 lista', other: `${n} listas` })
