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

const CHOOSE_PHOTO = 'Wähle ein Foto im Format JPEG, PNG oder WebP.'

const oneOf = (choices: readonly string[]) => joined(choices, limits.or)

const tryAgain = (reader: Reader, seconds: number) =>
  `Versuch es in ${duration(reader, seconds)} noch einmal.`

export const errors: ErrorTexts = {
  'bad-request': 'Diese Anfrage ist nicht lesbar.',
  'bad-url': 'Diese URL ist nicht lesbar.',
  'bad-host': 'Der Header Host ist nicht lesbar.',
  'unexpected-body': 'Anfragen mit GET und HEAD dürfen keinen Body haben.',
  'bad-form': 'Dieses Formular ist nicht lesbar. Lade die Seite neu und versuch es noch einmal.',
  'bad-json': 'Das ist kein gültiges JSON-Objekt.',
  'bad-encoding': 'Der Body der Anfrage ist kein gültiges UTF-8.',
  'bad-idempotency-key': 'Der Idempotency-Key muss aus 1 bis 255 druckbaren ASCII-Zeichen bestehen.',
  'duplicate-field': ({ field }) => `Das Feld ${field} wurde mehrmals gesendet.`,
  'unknown-field': ({ allowed }) =>
    allowed.length > 0
      ? `Unbekanntes Feld. Erlaubt: ${allowed.join(', ')}.`
      : 'Unbekanntes Feld. Diese Anfrage nimmt hier keine Felder an.',
  'too-many-fields': ({ max }) => `Ein Formular kann bis zu ${max} Felder haben.`,
  'too-many-parts': ({ max }) => `Ein Formular kann bis zu ${max} Teile haben.`,
  'not-signed-in': 'Melde dich zuerst an.',
  'token-invalid':
    'Dieses Token gibt es nicht, oder es wurde widerrufen. Erstelle in den Einstellungen ein neues.',
  'metrics-token-required': 'Sende das Token für die Metriken als Bearer-Token.',
  'cross-site-request': 'Diese Anfrage kam von einer anderen Website. Es wurde nichts geändert.',
  'link-not-allowed': 'Mit einem Link geht das nicht. Es wurde nichts geändert. Nimm den Knopf in Larder.',
  'not-found': 'Unter dieser URL gibt es nichts.',
  'method-not-allowed': ({ allowed }, reader) => `Diese URL nimmt nur ${alternatives(reader, allowed)} an.`,
  'request-timeout': 'Die Anfrage hat zu lange gebraucht.',
  'request-cancelled': 'Diese Anfrage wurde abgebrochen.',
  'body-too-large': ({ max }) => `Die Anfrage ist zu groß. Erlaubt sind bis zu ${max / 1000} kB.`,
  'url-too-long': 'Diese URL ist zu lang.',
  'unsupported-content-type': ({ allowed }, reader) => `Sende den Body als ${alternatives(reader, allowed)}.`,
  'unsupported-charset': 'Sende Text als UTF-8.',
  'idempotency-key-reused':
    'Dieser Idempotency-Key wurde schon für eine andere Anfrage benutzt. Nimm einen neuen.',
  'too-many-requests': ({ seconds }, reader) => `Zu viele Versuche. ${tryAgain(reader, seconds)}`,
  'too-many-parallel-requests': 'Zu viele Anfragen auf einmal. Versuch es gleich noch einmal.',
  'too-many-open-pages': 'Du hast zu viele Seiten gleichzeitig offen.',
  'headers-too-large': 'Die URL oder die Header sind zu lang.',
  'internal-error': ({ requestId }) =>
    `Auf dem Server ist etwas schiefgelaufen. Wenn du das meldest, gib diese Nummer an: ${requestId}`,
  'server-busy': 'Der Server ist überlastet. Versuch es gleich noch einmal.',
  'server-restarting': 'Der Server startet gerade neu. Versuch es gleich noch einmal.',
  'disk-full':
    'Der Server hat keinen Speicherplatz mehr oder kann nicht schreiben. Es wurde nichts geändert.',

  'invalid-input': 'Prüf deine Angaben und versuch es noch einmal.',
  'id-required': 'Es fehlt eine ID.',
  'id-invalid': 'Diese ID ist ungültig.',
  'list-name-required': 'Gib einen Namen für die Liste ein.',
  'item-name-required': 'Gib einen Namen für den Artikel ein.',
  'token-name-required': 'Gib einen Namen für das Token ein.',
  'your-name-required': 'Gib deinen Namen ein.',
  'name-invalid': 'Der Name muss Text sein.',
  'name-too-long': `Namen können bis zu ${MAX_NAME_LENGTH} Zeichen haben.`,
  'quantity-invalid': 'Gib eine Zahl ein, zum Beispiel 2 oder 0,5.',
  'unit-invalid': `Wähle ${oneOf(UNITS.slice(1))}, oder keine Einheit für Stück.`,
  'category-invalid': `Wähle ${oneOf(CATEGORIES)}.`,
  'reset-invalid': 'Sende true, oder lass es weg.',
  'view-invalid': `Wähle ${oneOf(VIEWS)}.`,
  'language-invalid': `Wähle ${oneOf(LANGUAGES)}.`,
  'formats-invalid': `Wähle ${oneOf(FORMATS_NAMES)}.`,
  'time-zone-invalid': 'Wähle eine Zeitzone, zum Beispiel Europe/Berlin.',
  'currency-invalid': 'Wähle eine Währung, zum Beispiel EUR.',
  'price-not-whole':
    'Gib einen Preis ohne Nachkommastellen ein, zum Beispiel 350: Die Währung dieser Liste hat keine.',
  'prices-too-high':
    'Auf dieser Liste sind Preise über 1.000.000. Das ist zu viel für eine Währung mit Nachkommastellen. Senke sie zuerst.',
  'price-invalid': 'Gib einen Preis ein, zum Beispiel 3 oder 2,49.',
  'price-for-invalid': 'Wähle one oder all.',
  'paid-required': 'Gib an, was es gekostet hat.',
  'paid-invalid': 'Gib an, was es gekostet hat, zum Beispiel 26,80, oder lass das Feld leer.',
  'store-too-long': `Läden können bis zu ${MAX_STORE_LENGTH} Zeichen haben.`,
  'note-too-long': `Notizen können bis zu ${MAX_NOTE_LENGTH} Zeichen haben.`,
  'date-invalid': 'Gib ein Datum ein.',
  'date-in-future': 'Dieses Datum liegt in der Zukunft.',
  'email-required': 'Gib deine E-Mail-Adresse ein.',
  'reset-email-required': 'Gib hier bitte deine E-Mail-Adresse ein.',
  'email-invalid': 'Das sieht nicht wie eine E-Mail-Adresse aus.',
  'email-too-long': `E-Mail-Adressen können bis zu ${MAX_EMAIL_LENGTH} Zeichen haben.`,
  'password-required': 'Gib dein Passwort ein.',
  'new-password-required': 'Gib bitte ein Passwort ein.',
  'current-password-required': 'Gib dein aktuelles Passwort ein.',
  'next-password-required': 'Gib ein neues Passwort ein.',
  'password-too-short': `Passwörter müssen mindestens ${MIN_PASSWORD_BYTES} Zeichen haben.`,
  'password-too-long': `Passwörter können bis zu ${MAX_PASSWORD_BYTES} Zeichen haben (mit Umlauten oder Emojis weniger).`,
  'password-invalid': 'Das Passwort enthält ein Zeichen, das nicht erlaubt ist.',
  'password-too-common': 'Dieses Passwort ist zu leicht zu erraten. Wähle ein anderes.',
  'recipe-required': 'Gib zuerst den Namen eines Rezepts ein.',
  'recipe-too-long': `Fragen können bis zu ${MAX_RECIPE_LENGTH} Zeichen haben.`,
  'source-invalid': 'Sende für source den Wert cookbook oder nichts.',
  'deleted-invalid': 'Sende für deleted den Wert 1 oder nichts.',
  'before-invalid': 'Sende für before eine ganze Zahl: next aus der letzten Antwort.',
  'lines-missing': 'Schreib, was auf die Liste soll, zum Beispiel „2 kg Kartoffeln, Milch x3“.',
  'only-skipped':
    'Da war nichts zum Hinzufügen. Überschriften, Links und abgehakte Artikel werden übersprungen.',
  'lines-required': 'Wähle mindestens einen Artikel aus.',
  'line-empty': 'Eine der Zeilen ist leer.',
  'too-many-lines': `Du kannst bis zu ${MAX_ITEMS_AT_ONCE} Artikel auf einmal hinzufügen.`,
  'completed-invalid': 'Sende für completed true oder false.',
  'role-invalid': 'Wähle editor oder viewer.',
  'expiry-invalid': `Wähle ${oneOf(Object.keys(LINK_LIFETIMES))}.`,
  'label-too-long': `Namen von Links können bis zu ${MAX_NAME_LENGTH} Zeichen haben.`,
  'always-invalid': 'Sende für always true oder false.',
  'all-lists-invalid': 'Sende für allLists true oder false.',

  'wrong-credentials': 'E-Mail oder Passwort ist falsch.',
  'wrong-password': 'Das Passwort ist falsch. Es wurde nichts gelöscht.',
  'wrong-current-password': 'Das ist nicht dein aktuelles Passwort.',
  'wrong-or-unconfirmed': ({ sendsMail }) =>
    sendsMail
      ? 'E-Mail oder Passwort ist falsch, oder deine E-Mail-Adresse ist noch nicht bestätigt. Dann haben wir dir den Link noch einmal gesendet.'
      : 'E-Mail oder Passwort ist falsch, oder deine E-Mail-Adresse ist noch nicht bestätigt. Dann bitte die Person, die diesen Server betreibt, dein Konto zu bestätigen.',
  'email-taken': 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.',
  'email-by-operator':
    'Dieser Server verschickt keine E-Mails. Bitte die Person, die ihn betreibt, deine Adresse zu ändern.',
  'account-disabled': 'Dieses Konto ist gesperrt. Frag die Person, die diesen Server betreibt.',
  'link-expired': 'Dieser Link ist abgelaufen oder wurde schon benutzt.',
  'confirm-with-password':
    'Gib auch das Passwort dieses Kontos ein: Mit deiner E-Mail-Adresse kann sich jeder registriert haben.',
  'not-this-password': 'Das ist nicht das Passwort dieses Kontos.',
  'registration-closed':
    'Auf diesem Server ist die Registrierung geschlossen. Frag die Person, die ihn betreibt, nach einem Konto.',
  'account-locked': ({ seconds }, reader) =>
    `Zu viele falsche Versuche für dieses Konto. Leg ein neues Passwort fest, um dich jetzt anzumelden, oder versuch es in ${duration(reader, seconds)} noch einmal.`,
  'token-exists':
    'Dieses Token wurde schon erstellt und wird nicht noch einmal angezeigt. Wenn du es nicht kopiert hast, widerrufe es und erstelle ein neues.',
  'too-many-tokens': ({ max }) => `Du hast ${max} Tokens. Widerrufe eins, um ein weiteres zu erstellen.`,

  'not-your-lists': 'Diese Listen gehören jemand anderem.',
  'list-not-found': 'Diese Liste gibt es nicht, oder du hast keinen Zugriff.',
  'item-not-found': 'Dieser Artikel steht nicht mehr auf der Liste.',
  'item-deleted': ({ name, by }, reader) => `${deleter(reader, by)} „${cut(name)}“ gelöscht.`,
  'change-not-found': 'Das lässt sich nicht mehr rückgängig machen.',
  'too-many-lists': ({ max }) => `Du hast ${max} Listen. Lösche eine, um eine weitere anzulegen.`,
  'too-many-items': ({ max }) =>
    `Eine Liste kann bis zu ${max} Artikel haben. Lösche welche, um weitere hinzuzufügen.`,
  'item-changed': (item, reader) =>
    `Jemand hat diesen Artikel geändert, während du ihn bearbeitet hast. Jetzt steht dort: ${itemNow(reader, item, item.currency)}. Speichere noch einmal, um das zu überschreiben.`,
  'storage-limit-reached': ({ bytes: limit }, reader) =>
    `Dein Speicherplatz ist voll (${bytes(reader, limit)}). Lösche ein paar Artikel oder eine Liste, um Platz zu schaffen.`,

  'view-only':
    'Du kannst diese Liste nur ansehen. Wenn du sie bearbeiten möchtest, frag die Person, der sie gehört.',
  'members-only': 'Das geht nur mit Einladung. Bitte die Person, der diese Liste gehört, um eine.',
  'owner-only': 'Das kann nur die Person, der diese Liste gehört.',
  'invite-required': 'Auf diesem Server brauchst du eine Einladung, um dich zu registrieren.',
  'member-not-found': 'Diese Person ist nicht mehr auf der Liste.',
  'invite-not-found': 'Diese Einladung ist abgelaufen oder wurde schon benutzt. Bitte um eine neue.',
  'link-not-found': 'Diesen Link gibt es nicht mehr.',
  'link-gone':
    'Dieser Link funktioniert nicht mehr. Bitte die Person, die ihn dir geschickt hat, um einen neuen.',
  'owner-must-stay': 'Übergib die Liste an jemanden, bevor du sie verlässt.',
  'too-many-members': ({ max }) => `Auf einer Liste können bis zu ${max} Personen sein.`,
  'too-many-invites': ({ max }) =>
    `Zu dieser Liste sind ${max} Einladungen offen. Zieh eine zurück, um jemand anderen einzuladen.`,
  'too-many-links': ({ max }) =>
    `Diese Liste hat ${max} Links. Schalte einen ab, um einen weiteren zu erstellen.`,
  'offer-not-found': 'Diese Liste wird dir nicht mehr angeboten.',
  'ask-not-found': 'Diese Person lädt dich nicht mehr in den Haushalt ein.',
  'paused-sharing-not-found': 'Diese Frage ist schon beantwortet.',
  'too-many-shared-lists': ({ max }) =>
    `Du bist bei ${max} Listen von anderen dabei. Verlass eine, um bei einer weiteren mitzumachen.`,

  'recipe-cancelled': 'Die Anfrage wurde abgebrochen. Es wurde nichts hinzugefügt.',
  'recipe-unknown': ({ recipe, nearest }) =>
    `Kein Rezept für „${recipe}“.${nearest.length > 0 ? ` Versuch es mit: ${nearest.join(', ')}.` : ''}`,
  'recipe-limit-reached': ({ max, seconds }, reader) =>
    `Mehr als ${max} Fragen pro Stunde gehen nicht. ${tryAgain(reader, seconds)}`,
  'ai-unreachable':
    'Der KI-Server ist ausgefallen oder nicht erreichbar. Es wurde nichts hinzugefügt. Versuch es später noch einmal.',
  'ai-model-missing':
    'Der KI-Server hat das Modell nicht, nach dem Larder fragt. Es wurde nichts hinzugefügt. Wer diesen Server betreibt, kann das beheben.',
  'ai-model-unset':
    'Larder weiß nicht, welches Modell des KI-Servers es nehmen soll. Es wurde nichts hinzugefügt. Wer diesen Server betreibt, kann eines festlegen.',
  'ai-key-refused':
    'Der KI-Server nimmt Larders Schlüssel nicht an. Es wurde nichts hinzugefügt. Wer diesen Server betreibt, kann das beheben.',
  'ai-limit-reached':
    'Das Limit der KI ist im Moment ausgeschöpft. Es wurde nichts hinzugefügt. Versuch es später noch einmal.',
  'ai-refused': 'Die KI wollte nicht antworten. Es wurde nichts hinzugefügt.',
  'ai-timeout': 'Die KI hat zu lange für die Antwort gebraucht. Es wurde nichts hinzugefügt.',
  'ai-unusable': 'Die Antwort der KI war nicht lesbar. Es wurde nichts hinzugefügt.',

  'photo-required': 'Wähle zuerst ein Foto.',
  'one-photo-only': 'Sende immer nur ein Foto auf einmal.',
  'photo-field-invalid': 'Sende das Foto im Feld receiptImage.',
  'receipt-not-found': 'Diese Liste hat keinen Kassenbon.',
  'trip-not-found': 'Diesen Einkauf gibt es nicht, oder du hast keinen Zugriff.',
  'nothing-to-finish': 'Es ist nichts abgehakt, oder jemand hat den Einkauf schon abgeschlossen.',
  'nothing-to-copy': 'Auf dieser Liste ist nichts offen.',
  'move-changed': ({ name }) => `Nicht rückgängig gemacht: Auf „${cut(name)}“ hat es sich seitdem geändert.`,
  'move-unreachable': 'Nicht rückgängig gemacht: Du kannst die andere Liste nicht mehr bearbeiten.',
  'too-many-trips': ({ max }) => `Du hast ${max} Einkäufe. Lösche welche, um einen weiteren anzulegen.`,
  'photo-too-slow':
    'Das Hochladen hat zu lange gedauert. Versuch es mit einer besseren Verbindung noch einmal.',
  'photo-too-large': ({ bytes: limit }) => photo.tooLarge({ megabytes: limit / 1024 / 1024 }),
  'not-an-image': `Diese Datei ist kein Bild. ${CHOOSE_PHOTO}`,
  'image-format-unsupported': ({ format }) => unsupportedFormat(format),
  'photo-empty': 'Diese Datei ist leer. Wähle ein Foto.',
  'photo-damaged': 'Dieses Foto ist beschädigt oder unvollständig. Wähle ein anderes.',
  'photo-too-many-pixels': ({ pixels, max }) =>
    `Dieses Foto hat ${Math.ceil(pixels / 1e6)} Megapixel: Erlaubt sind bis zu ${max / 1e6}. Wähle ein kleineres.`,
  'photo-too-complex':
    'Dieses Foto ist so gespeichert, dass das Lesen zu lange dauert. Speichere es als gewöhnliches JPEG oder mach ein neues.',
  'photo-timeout': 'Das Lesen dieses Fotos hat zu lange gedauert. Wähle ein kleineres.',
  'photo-limit-reached': ({ max, seconds }, reader) =>
    `Mehr als ${max} Fotos pro Stunde gehen nicht. ${tryAgain(reader, seconds)}`,
  'photo-reader-failed': 'Der Server kann gerade keine Fotos lesen. In seinem Log steht, warum.',
  'photos-busy': 'Der Server ist mit anderen Fotos beschäftigt. Versuch es gleich noch einmal.',
  'receipt-storage-unavailable':
    'Der Speicher für Kassenbons antwortet nicht. Es wurde nichts geändert. Versuch es später noch einmal.',
  'receipt-storage-full': 'Der Speicher für Kassenbons ist voll. Es wurde nichts geändert.',
}

/** With the verb, which depends on it. */
function deleter(reader: Reader, by: ErrorParams<'item-deleted'>['by']): string {
  if (by === undefined) return 'Jemand hat'
  if (by === 'you') return 'Du hast'
  return `${'name' in by ? by.name : guestLabel(reader, by.guest)} hat`
}

const FORMATS: Record<Exclude<ImageFormat, 'heic'>, string> = {
  avif: 'AVIF-Bilder',
  video: 'Videos',
  gif: 'GIF-Bilder',
  pdf: 'PDF-Dateien',
  tiff: 'TIFF- und RAW-Bilder',
  bmp: 'BMP-Bilder',
  jxl: 'JPEG-XL-Bilder',
  svg: 'SVG-Zeichnungen',
  html: 'Webseiten',
}

function unsupportedFormat(format: ImageFormat): string {
  if (format === 'heic') {
    return 'HEIC-Fotos gehen hier nicht. Wähle auf dem iPhone Einstellungen › Kamera › Formate › Maximale Kompatibilität und nimm das Foto noch einmal auf, oder teile es als JPEG.'
  }
  return `${FORMATS[format]} gehen nicht als Kassenbon. ${CHOOSE_PHOTO}`
}
