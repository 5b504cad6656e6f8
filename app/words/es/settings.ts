import type { ReactNode } from 'react'
import type { settings as english } from '../en/settings.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'

export const settings = {
  settings: 'Ajustes',

  you: 'Tú',
  saveName: 'Guardar nombre',
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
  saveLanguage: 'Guardar idioma',
  languageHelp:
    'Con «Automático» se usa lo que indique este navegador. Los correos también te llegarán en este idioma.',

  password: 'Contraseña',
  passwordSignsOut:
    'Al cambiar la contraseña se cierra la sesión en los demás navegadores. Los tokens de API siguen funcionando hasta que los revoques.',
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

  sharedLists: 'Listas compartidas',
  whoHasSeen:
    'En una lista compartida se ve quién está al día: «Visto por Carlos: 10:42». Si lo desactivas, nadie sabrá qué cambios has visto.',
  showSeen: 'Mostrar a los demás lo que he visto',

  withoutConnection: 'Sin conexión',
  keptLists: ({ ahead, most, keptFor }: { ahead: number; most: number; keptFor: string }) =>
    `Este navegador guarda durante ${keptFor} tus ${ahead} últimas listas y otras que abras, hasta ${most} en total. Sin conexión puedes abrirlas, marcar, añadir, editar y eliminar. Los cambios se envían cuando vuelve la conexión, y al cerrar sesión se eliminan las listas guardadas.`,
  onIPhone:
    'En un iPhone o iPad, los cambios solo se envían mientras Larder está abierto. Safari elimina lo guardado después de siete días de uso sin abrir Larder, a menos que lo añadas a la pantalla de inicio.',

  rememberedItems: 'Productos recordados',
  whatIsRemembered:
    'Larder recuerda los productos y sus precios para sugerírtelos la próxima vez. Solo tú los ves.',
  showRemembered: 'Mostrar productos recordados',

  yourData: 'Tus datos',
  dataAsZip: ({ storage }: { storage: string }) =>
    `Descarga tus listas, productos y tickets en un ZIP. Espacio usado: ${storage}.`,
  downloadData: 'Descargar tus datos',

  tokens: 'Tokens de API',
  whatTokensDo:
    'Con un token, un script, un atajo o una casa inteligente pueden leer y cambiar tus listas. Quien lo tenga podrá hacer lo mismo, así que crea un token para cada uso y revoca los que ya no necesites.',
  apiReference: 'Referencia de la API',
  copyToken: ({ name }: { name: ReactNode }) =>
    rich`Token para ${name}. Cópialo ahora: no se volverá a mostrar.`,
  noTokens: 'Aún no hay tokens.',
  yourTokens: 'Tus tokens',
  createToken: 'Crear token',
  tokenName: 'Nombre del token',
  tokenExample: 'Home Assistant',
  lastUsed: ({ created, lastUsed }: { created: string; lastUsed: string }) =>
    `Creado: ${created} · último uso: ${lastUsed}`,
  neverUsed: ({ created }: { created: string }) => `Creado: ${created} · sin usar`,
  revoke: 'Revocar',
  revokeToken: ({ name }: { name: string }) => `Revocar ${name}`,

  deleteAccount: 'Eliminar cuenta',
  whatDeletingDoes:
    'Elimina para siempre tu cuenta con todas las listas, productos y tickets. En la página siguiente se pide tu contraseña.',
  deleteMyAccount: 'Eliminar mi cuenta',
} satisfies Shape<typeof english>
