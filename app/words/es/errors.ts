import { CATEGORIES } from '#app/domain/aisles/categories.ts'
import { VIEWS } from '#app/domain/aisles/views.ts'
import type { ErrorParams } from '#app/domain/errors.ts'
import { UNITS } from '#app/domain/items/amounts.ts'
import {
  LINK_LIFETIMES,
  MAX_EMAIL_LENGTH,
  MAX_ITEMS_AT_ONCE,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_PASSWORD_BYTES,
  MAX_RECIPE_LENGTH,
  MAX_STORE_LENGTH,
  MIN_PASSWORD_BYTES,
} from '#app/domain/limitsAndLifetimes.ts'
import { FORMATS_NAMES } from '#app/domain/locale/formats.ts'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import type { ImageFormat } from '#app/domain/receipts/imageKind.ts'
import type { ErrorTexts } from '../en/errors.ts'
import { joined } from '../format.ts'
import { itemNow } from '../itemNow.ts'
import { alternatives, bytes, duration } from '../limits.ts'
import type { Reader } from '../reader.ts'
import { guestLabel } from '../signatures.ts'
import { cut } from '../text.ts'
import { limits } from './limits.ts'
import { photo } from './photo.ts'

const CHOOSE_PHOTO = 'Elige una foto JPEG, PNG o WebP.'

const oneOf = (choices: readonly string[]) => joined(choices, limits.or)

const tryAgain = (reader: Reader, seconds: number) => `Inténtalo otra vez en ${duration(reader, seconds)}.`

export const errors: ErrorTexts = {
  'bad-request': 'Esta petición no se puede leer.',
  'bad-url': 'Esta URL no se puede leer.',
  'bad-host': 'La cabecera Host no se puede leer.',
  'unexpected-body': 'Las peticiones GET y HEAD no pueden tener cuerpo.',
  'bad-form': 'Este formulario no se puede leer. Recarga la página e inténtalo otra vez.',
  'bad-json': 'Esto no es un objeto JSON válido.',
  'bad-encoding': 'El cuerpo de la petición no es UTF-8 válido.',
  'bad-idempotency-key': 'Idempotency-Key debe tener de 1 a 255 caracteres ASCII imprimibles.',
  'duplicate-field': ({ field }) => `El campo ${field} se envió más de una vez.`,
  'unknown-field': ({ allowed }) =>
    allowed.length > 0
      ? `Campo desconocido. Se admiten: ${allowed.join(', ')}.`
      : 'Campo desconocido. Esta petición no admite campos aquí.',
  'too-many-fields': ({ max }) => `Un formulario puede tener hasta ${max} campos.`,
  'too-many-parts': ({ max }) => `Un formulario puede tener hasta ${max} partes.`,
  'not-signed-in': 'Primero inicia sesión.',
  'token-invalid': 'Este token no existe o se revocó. Crea uno nuevo en los ajustes.',
  'metrics-token-required': 'Envía el token de métricas como token Bearer.',
  'cross-site-request': 'La petición venía de otro sitio web, así que no se cambió nada.',
  'link-not-allowed': 'Esto no se puede hacer con un enlace. No se cambió nada. Usa el botón de Larder.',
  'not-found': 'No hay nada en esta URL.',
  'method-not-allowed': ({ allowed }, reader) => `Esta URL solo admite ${alternatives(reader, allowed)}.`,
  'request-timeout': 'La petición tardó demasiado en llegar.',
  'request-cancelled': 'Esta petición se canceló.',
  'body-too-large': ({ max }) => `La petición es demasiado grande. El límite es de ${max / 1000} kB.`,
  'url-too-long': 'Esta URL es demasiado larga.',
  'unsupported-content-type': ({ allowed }, reader) =>
    `Envía el cuerpo como ${alternatives(reader, allowed)}.`,
  'unsupported-charset': 'Envía el texto en UTF-8.',
  'idempotency-key-reused': 'Esta Idempotency-Key ya se usó con otra petición. Usa una nueva.',
  'too-many-requests': ({ seconds }, reader) => `Demasiados intentos. ${tryAgain(reader, seconds)}`,
  'too-many-parallel-requests': 'Demasiadas peticiones a la vez. Inténtalo otra vez en un momento.',
  'too-many-open-pages': 'Tienes demasiadas páginas abiertas a la vez.',
  'headers-too-large': 'La URL o las cabeceras son demasiado largas.',
  'internal-error': ({ requestId }) =>
    `Algo salió mal en el servidor. Si avisas del error, indica este número: ${requestId}`,
  'server-busy': 'El servidor está ocupado. Inténtalo otra vez en un momento.',
  'server-restarting': 'El servidor se está reiniciando. Inténtalo otra vez en un momento.',
  'disk-full': 'El disco del servidor está lleno o es de solo lectura. No se cambió nada.',

  'invalid-input': 'Revisa el formulario e inténtalo otra vez.',
  'id-required': 'Falta un id.',
  'id-invalid': 'Este id no es válido.',
  'list-name-required': 'Escribe un nombre para la lista.',
  'item-name-required': 'Escribe el nombre del producto.',
  'token-name-required': 'Escribe un nombre para el token.',
  'your-name-required': 'Escribe tu nombre.',
  'name-invalid': 'El nombre debe ser un texto.',
  'name-too-long': `El nombre puede tener hasta ${MAX_NAME_LENGTH} caracteres.`,
  'quantity-invalid': 'Escribe un número, como 2 o 0,5.',
  'unit-invalid': `Elige ${oneOf(UNITS.slice(1))}, o ninguna unidad para contar piezas.`,
  'category-invalid': `Elige ${oneOf(CATEGORIES)}.`,
  'reset-invalid': 'Envía true u omítelo.',
  'view-invalid': `Elige ${oneOf(VIEWS)}.`,
  'language-invalid': `Elige ${oneOf(LANGUAGES)}.`,
  'formats-invalid': `Elige ${oneOf(FORMATS_NAMES)}.`,
  'time-zone-invalid': 'Elige una zona horaria, como Europe/Berlin.',
  'currency-invalid': 'Elige una moneda, como EUR.',
  'price-not-whole': 'Escribe un precio sin decimales, como 350: la moneda de esta lista no los tiene.',
  'prices-too-high':
    'En esta lista hay precios de más de 1.000.000, demasiado altos para una moneda con decimales. Bájalos primero.',
  'price-invalid': 'Escribe un precio, como 3 o 2,49.',
  'price-for-invalid': 'Elige one (por unidad) o all (por todo).',
  'paid-required': 'Escribe cuánto costó.',
  'paid-invalid': 'Escribe cuánto costó, como 26,80, o deja el campo vacío.',
  'store-too-long': `El nombre de la tienda puede tener hasta ${MAX_STORE_LENGTH} caracteres.`,
  'note-too-long': `Las notas pueden tener hasta ${MAX_NOTE_LENGTH} caracteres.`,
  'date-invalid': 'Escribe una fecha.',
  'date-in-future': 'Esa fecha aún no ha llegado.',
  'email-required': 'Escribe tu correo.',
  'reset-email-required': 'Escribe aquí tu correo.',
  'email-invalid': 'Esto no parece una dirección de correo.',
  'email-too-long': `La dirección de correo puede tener hasta ${MAX_EMAIL_LENGTH} caracteres.`,
  'password-required': 'Escribe tu contraseña.',
  'new-password-required': 'Escribe una contraseña.',
  'current-password-required': 'Escribe tu contraseña actual.',
  'next-password-required': 'Escribe una contraseña nueva.',
  'password-too-short': `La contraseña debe tener al menos ${MIN_PASSWORD_BYTES} caracteres.`,
  'password-too-long': `La contraseña puede tener hasta ${MAX_PASSWORD_BYTES} caracteres (menos si lleva acentos o emojis).`,
  'password-invalid': 'La contraseña contiene un carácter que no se puede usar.',
  'password-too-common': 'Esta contraseña es demasiado fácil de adivinar. Elige otra.',
  'recipe-required': 'Escribe primero el nombre de una receta.',
  'recipe-too-long': `Una consulta puede tener hasta ${MAX_RECIPE_LENGTH} caracteres.`,
  'source-invalid': 'Envía source como cookbook, o no lo envíes.',
  'deleted-invalid': 'Envía deleted como 1, o no lo envíes.',
  'before-invalid': 'Envía before como número entero: el next de la última respuesta.',
  'lines-missing': 'Escribe qué quieres añadir, por ejemplo «2 kg tomates, leche x3».',
  'only-skipped': 'No había nada que añadir. Se omiten los títulos, los enlaces y los productos ya marcados.',
  'lines-required': 'Elige al menos un producto.',
  'line-empty': 'Una de las líneas está vacía.',
  'too-many-lines': `Añade hasta ${MAX_ITEMS_AT_ONCE} productos a la vez.`,
  'completed-invalid': 'Envía completed como true o false.',
  'role-invalid': 'Elige editor (puede editar) o viewer (puede ver).',
  'expiry-invalid': `Elige ${oneOf(Object.keys(LINK_LIFETIMES))}.`,
  'label-too-long': `El nombre puede tener hasta ${MAX_NAME_LENGTH} caracteres.`,
  'always-invalid': 'Envía always como true o false.',
  'all-lists-invalid': 'Envía allLists como true o false.',

  'wrong-credentials': 'El correo o la contraseña no son correctos.',
  'wrong-password': 'La contraseña no es correcta. No se eliminó nada.',
  'wrong-current-password': 'Esta no es tu contraseña actual.',
  'wrong-or-unconfirmed': ({ sendsMail }) =>
    sendsMail
      ? 'El correo o la contraseña no son correctos, o tu correo aún no está confirmado. Si es así, te enviamos el enlace otra vez.'
      : 'El correo o la contraseña no son correctos, o tu correo aún no está confirmado. Si es así, pide a quien administra este servidor que confirme tu cuenta.',
  'email-taken': 'Ya hay una cuenta con este correo.',
  'email-by-operator': 'Este servidor no envía correos. Pide a quien lo administra que cambie el tuyo.',
  'account-disabled': 'Esta cuenta está desactivada. Pregunta a quien administra este servidor.',
  'link-expired': 'Este enlace caducó o ya se usó.',
  'confirm-with-password':
    'Escribe también la contraseña de esta cuenta: cualquiera puede haberla creado con tu correo.',
  'not-this-password': 'Esta no es la contraseña de la cuenta.',
  'registration-closed': 'En este servidor no se pueden crear cuentas. Pide una a quien lo administra.',
  'account-locked': ({ seconds }, reader) =>
    `Demasiados intentos fallidos con esta cuenta. Cambia tu contraseña para iniciar sesión ahora o inténtalo otra vez en ${duration(reader, seconds)}.`,
  'token-exists':
    'Este token ya se creó y no se puede volver a mostrar. Si no lo copiaste, revócalo y crea otro.',
  'too-many-tokens': ({ max }) => `Tienes ${max} tokens. Revoca uno para crear otro.`,

  'not-your-lists': 'Estas listas son de otra persona.',
  'list-not-found': 'Esta lista no existe, o no tienes acceso.',
  'item-not-found': 'Este producto ya no está en la lista.',
  'item-deleted': ({ name, by }, reader) => `${deleted(reader, by)} «${cut(name)}».`,
  'change-not-found': 'Esto ya no se puede deshacer.',
  'too-many-lists': ({ max }) => `Tienes ${max} listas. Elimina una para crear otra.`,
  'too-many-items': ({ max }) =>
    `Una lista puede tener hasta ${max} productos. Elimina algunos para añadir más.`,
  'item-changed': (item, reader) =>
    `Alguien cambió este producto mientras lo editabas. Ahora está así: ${itemNow(reader, item, item.currency)}. Guarda otra vez si quieres dejar tu versión.`,
  'storage-limit-reached': ({ bytes: limit }, reader) =>
    `Tu espacio está lleno (${bytes(reader, limit)}). Elimina algunos productos o una lista para liberarlo.`,

  'view-only': 'Puedes ver esta lista, pero no cambiarla. Pide permiso a quien la comparte.',
  'members-only':
    'Solo las personas de esta lista pueden hacer esto. Pide una invitación a quien la comparte.',
  'owner-only': 'Solo puede hacerlo quien comparte la lista.',
  'invite-required': 'Para crear una cuenta en este servidor, necesitas una invitación.',
  'member-not-found': 'Esta persona ya no está en la lista.',
  'invite-not-found': 'Esta invitación caducó o ya se usó. Pide otra.',
  'link-not-found': 'Este enlace ya no existe.',
  'link-gone': 'Este enlace ya no funciona. Pide otro a quien te lo envió.',
  'owner-must-stay': 'Antes de salir de la lista, cédela a alguien.',
  'too-many-members': ({ max }) => `En una lista puede haber hasta ${max} personas.`,
  'too-many-invites': ({ max }) =>
    `Esta lista tiene ${max} invitaciones pendientes. Retira una para crear otra.`,
  'too-many-links': ({ max }) => `Esta lista tiene ${max} enlaces. Desactiva uno para crear otro.`,
  'offer-not-found': 'Ya no te ofrecen esta lista.',
  'ask-not-found': 'Esta persona ya no te invita a su hogar.',
  'paused-sharing-not-found': 'Esta pregunta ya se respondió.',
  'too-many-shared-lists': ({ max }) =>
    `Estás en ${max} listas de otras personas. Sal de una para unirte a otra.`,

  'recipe-cancelled': 'La petición se canceló. No se añadió nada.',
  'recipe-unknown': ({ recipe, nearest }) =>
    `No hay ninguna receta de «${recipe}».${nearest.length > 0 ? ` Prueba con: ${nearest.join(', ')}.` : ''}`,
  'recipe-limit-reached': ({ max, seconds }, reader) =>
    `Llegaste al límite de ${max} consultas por hora. ${tryAgain(reader, seconds)}`,
  'ai-unreachable': 'El servidor de IA no funciona o no responde. No se añadió nada. Inténtalo más tarde.',
  'ai-model-missing':
    'El servidor de IA no tiene el modelo que Larder pide. No se añadió nada. Quien administra este servidor puede arreglarlo.',
  'ai-model-unset':
    'Larder no sabe qué modelo del servidor de IA debe usar. No se añadió nada. Quien administra este servidor puede elegir uno.',
  'ai-key-refused':
    'El servidor de IA no acepta la clave de Larder. No se añadió nada. Quien administra este servidor puede arreglarlo.',
  'ai-limit-reached': 'Se ha alcanzado el límite de la IA por ahora. No se añadió nada. Inténtalo más tarde.',
  'ai-refused': 'La IA no quiso responder. No se añadió nada.',
  'ai-timeout': 'La IA tardó demasiado en responder. No se añadió nada.',
  'ai-unusable': 'La respuesta de la IA no se pudo leer. No se añadió nada.',

  'photo-required': 'Primero elige una foto.',
  'one-photo-only': 'Envía las fotos de una en una.',
  'photo-field-invalid': 'Envía la foto en el campo receiptImage.',
  'receipt-not-found': 'Esta lista no tiene ticket.',
  'trip-not-found': 'Esta compra no existe, o no tienes acceso.',
  'nothing-to-finish': 'No hay nada marcado, o alguien ya terminó la compra.',
  'nothing-to-copy': 'No queda nada pendiente en esta lista.',
  'move-changed': ({ name }) => `No se ha deshecho: en «${cut(name)}» ha cambiado desde entonces.`,
  'move-unreachable': 'No se ha deshecho: ya no puedes editar la otra lista.',
  'too-many-trips': ({ max }) => `Tienes ${max} compras. Elimina algunas para añadir otra.`,
  'photo-too-slow': 'La foto tardó demasiado en subir. Inténtalo otra vez con mejor conexión.',
  'photo-too-large': ({ bytes: limit }) => photo.tooLarge({ megabytes: limit / 1024 / 1024 }),
  'not-an-image': `Este archivo no es una imagen. ${CHOOSE_PHOTO}`,
  'image-format-unsupported': ({ format }) => unsupportedFormat(format),
  'photo-empty': 'Este archivo está vacío. Elige una foto.',
  'photo-damaged': 'Esta foto está dañada o incompleta. Elige otra.',
  'photo-too-many-pixels': ({ pixels, max }) =>
    `Esta foto tiene ${Math.ceil(pixels / 1e6)} megapíxeles: el límite es de ${max / 1e6}. Elige otra más pequeña.`,
  'photo-too-complex':
    'Esta foto está guardada de una forma que tarda demasiado en procesarse. Guárdala como JPEG normal o haz otra.',
  'photo-timeout': 'La foto tardó demasiado en procesarse. Elige otra más pequeña.',
  'photo-limit-reached': ({ max, seconds }, reader) =>
    `Llegaste al límite de ${max} fotos por hora. ${tryAgain(reader, seconds)}`,
  'photo-reader-failed':
    'El servidor no puede procesar fotos en este momento. El motivo está en sus registros.',
  'photos-busy': 'El servidor está ocupado con otras fotos. Inténtalo otra vez en un momento.',
  'receipt-storage-unavailable':
    'El almacenamiento de los tickets no responde. No se cambió nada. Inténtalo más tarde.',
  'receipt-storage-full': 'No queda espacio para tickets. No se cambió nada.',
}

function deleted(reader: Reader, by: ErrorParams<'item-deleted'>['by']): string {
  if (by === undefined) return 'Alguien eliminó'
  if (by === 'you') return 'Eliminaste'
  return `${'name' in by ? by.name : guestLabel(reader, by.guest)} eliminó`
}

const FORMATS: Record<Exclude<ImageFormat, 'heic'>, string> = {
  avif: 'Las imágenes AVIF',
  video: 'Los videos',
  gif: 'Las imágenes GIF',
  pdf: 'Los archivos PDF',
  tiff: 'Las imágenes TIFF y RAW',
  bmp: 'Las imágenes BMP',
  jxl: 'Las imágenes JPEG XL',
  svg: 'Los dibujos SVG',
  html: 'Las páginas web',
}

function unsupportedFormat(format: ImageFormat): string {
  if (format === 'heic') {
    return 'Las fotos HEIC no se admiten. En un iPhone, elige Ajustes (o Configuración) › Cámara › Formatos › Más compatible y saca la foto otra vez, o compártela como JPEG.'
  }
  return `${FORMATS[format]} no sirven como ticket. ${CHOOSE_PHOTO}`
}
