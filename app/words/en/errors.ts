import { CATEGORIES } from '#app/domain/aisles/categories.ts'
import { VIEWS } from '#app/domain/aisles/views.ts'
import type { ErrorCode, ErrorParams } from '#app/domain/errors.ts'
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
import { itemNow } from '../itemNow.ts'
import { alternatives, bytes, duration } from '../limits.ts'
import { ENGLISH, type Reader } from '../reader.ts'
import { room } from '../room.ts'
import { guestLabel } from '../signatures.ts'
import { cut } from '../text.ts'
import { photo } from './photo.ts'

const CHOOSE_PHOTO = 'Choose a JPEG, PNG or WebP photo.'

const tryAgain = (reader: Reader, seconds: number) => `Try again in ${duration(reader, seconds)}.`

/** A text for each code, from its values where it has any. */
export type ErrorTexts = {
  [Code in ErrorCode]: Record<never, never> extends ErrorParams<Code>
    ? string
    : (params: ErrorParams<Code>, reader: Reader) => string
}

const texts: ErrorTexts = {
  'bad-request': "This request can't be read.",
  'bad-url': "This URL can't be read.",
  'bad-host': "The Host header can't be read.",
  'unexpected-body': "GET and HEAD requests can't have a body.",
  'bad-form': "This form can't be read. Reload the page and try again.",
  'bad-json': "This isn't a valid JSON object.",
  'bad-encoding': "The request body isn't valid UTF-8.",
  'bad-idempotency-key': 'The Idempotency-Key must be 1 to 255 printable ASCII characters.',
  'duplicate-field': ({ field }) => `The field ${field} was sent more than once.`,
  'unknown-field': ({ allowed }) =>
    allowed.length > 0
      ? `Unknown field. Allowed: ${allowed.join(', ')}.`
      : 'Unknown field. This request takes no fields here.',
  'too-many-fields': ({ max }) => `A form can have up to ${max} fields.`,
  'too-many-parts': ({ max }) => `A form can have up to ${max} parts.`,
  'not-signed-in': 'Log in first.',
  'token-invalid': "This token doesn't exist, or was revoked. Create one on the settings page.",
  'metrics-token-required': 'Send the metrics token as a Bearer token.',
  'cross-site-request': 'This request came from another site, so nothing was changed.',
  'link-not-allowed': "A link can't do this, so nothing was changed. Use the button in Larder.",
  'not-found': 'Nothing was found at this URL.',
  'method-not-allowed': ({ allowed }, reader) => `This URL only accepts ${alternatives(reader, allowed)}.`,
  'request-timeout': 'The request took too long to arrive.',
  'request-cancelled': 'This request was cancelled.',
  'body-too-large': ({ max }) => `The request is too large. The limit is ${max / 1000} kB.`,
  'url-too-long': 'This URL is too long.',
  'unsupported-content-type': ({ allowed }, reader) => `Send the body as ${alternatives(reader, allowed)}.`,
  'unsupported-charset': 'Send text as UTF-8.',
  'idempotency-key-reused': 'This Idempotency-Key was already used for another request. Use a new one.',
  'too-many-requests': ({ seconds }, reader) => `Too many attempts. ${tryAgain(reader, seconds)}`,
  'too-many-parallel-requests': 'Too many requests at once. Try again in a moment.',
  'too-many-open-pages': 'You have too many pages open at once.',
  'headers-too-large': 'The URL or the headers are too long.',
  'internal-error': ({ requestId }) =>
    `Something went wrong on the server. If you report it, include this number: ${requestId}`,
  'server-busy': 'The server is busy. Try again in a moment.',
  'server-restarting': 'The server is restarting. Try again in a moment.',
  'disk-full': "The server's disk is full or read-only. Nothing was changed.",

  'invalid-input': 'Check the form and try again.',
  'id-required': 'An id is missing.',
  'id-invalid': "This id isn't valid.",
  'list-name-required': 'Enter a name for the list.',
  'item-name-required': 'Enter a name for the item.',
  'token-name-required': 'Enter a name for the token.',
  'your-name-required': 'Enter your name.',
  'name-invalid': 'The name must be text.',
  'name-too-long': `Names can have up to ${MAX_NAME_LENGTH} characters.`,
  'quantity-invalid': 'Enter a number, such as 2 or 0.5.',
  'unit-invalid': `Choose ${alternatives(ENGLISH, UNITS.slice(1))}, or no unit for pieces.`,
  'category-invalid': `Choose ${alternatives(ENGLISH, CATEGORIES)}.`,
  'reset-invalid': 'Send true, or leave it out.',
  'view-invalid': `Choose ${alternatives(ENGLISH, VIEWS)}.`,
  'language-invalid': `Choose ${alternatives(ENGLISH, LANGUAGES)}.`,
  'formats-invalid': `Choose ${alternatives(ENGLISH, FORMATS_NAMES)}.`,
  'time-zone-invalid': 'Choose a time zone, such as Europe/Berlin.',
  'currency-invalid': 'Choose a currency, such as EUR.',
  'price-not-whole': 'Enter a price without decimals, such as 350: the currency of this list has none.',
  'prices-too-high':
    'Some prices on this list are above 1,000,000, which is too high for a currency with decimals. Lower them first.',
  'price-invalid': 'Enter a price, such as 3 or 2.49.',
  'price-for-invalid': 'Choose one or all.',
  'paid-required': 'Enter what it cost.',
  'paid-invalid': 'Enter what it cost, such as 26.80, or leave it empty.',
  'store-too-long': `Stores can have up to ${MAX_STORE_LENGTH} characters.`,
  'note-too-long': `Notes can have up to ${MAX_NOTE_LENGTH} characters.`,
  'date-invalid': 'Enter a date.',
  'date-in-future': 'This date is still to come.',
  'email-required': 'Enter your email.',
  'reset-email-required': 'Please provide email here',
  'email-invalid': "This doesn't look like an email address.",
  'email-too-long': `Email addresses can have up to ${MAX_EMAIL_LENGTH} characters.`,
  'password-required': 'Enter your password.',
  'new-password-required': 'please enter password',
  'current-password-required': 'Enter your current password.',
  'next-password-required': 'Enter a new password.',
  'password-too-short': `Passwords need at least ${MIN_PASSWORD_BYTES} characters.`,
  'password-too-long': `Passwords can have up to ${MAX_PASSWORD_BYTES} characters (fewer with accents or emoji).`,
  'password-invalid': "The password contains a character that can't be used.",
  'password-too-common': 'This password is too easy to guess. Choose another one.',
  'recipe-required': 'Please enter a recipe name first!',
  'recipe-too-long': `Questions can have up to ${MAX_RECIPE_LENGTH} characters.`,
  'source-invalid': 'Send source as cookbook, or leave it out.',
  'deleted-invalid': 'Send deleted as 1, or leave it out.',
  'before-invalid': 'Send before as a whole number: the next of the last response.',
  'lines-missing': 'Type what to add, such as “2 kg potatoes, milk x3”.',
  'only-skipped': 'There was nothing to add. Headings, links and ticked items are skipped.',
  'lines-required': 'Select at least one item.',
  'line-empty': 'One of the lines is empty.',
  'too-many-lines': `Add up to ${MAX_ITEMS_AT_ONCE} items at once.`,
  'completed-invalid': 'Send completed as true or false.',
  'role-invalid': 'Choose editor or viewer.',
  'expiry-invalid': `Choose ${alternatives(ENGLISH, Object.keys(LINK_LIFETIMES))}.`,
  'label-too-long': `Labels can have up to ${MAX_NAME_LENGTH} characters.`,
  'always-invalid': 'Send always as true or false.',
  'all-lists-invalid': 'Send allLists as true or false.',

  'wrong-credentials': 'Wrong email or password.',
  'wrong-password': 'Wrong password. Nothing was deleted.',
  'wrong-current-password': "This isn't your current password.",
  'wrong-or-unconfirmed': ({ sendsMail }) =>
    sendsMail
      ? "Wrong email or password, or your email isn't confirmed yet. If it isn't, we've sent you the link again."
      : "Wrong email or password, or your email isn't confirmed yet. If it isn't, ask the person who runs this server to confirm your account.",
  'email-taken': 'This email already has an account.',
  'email-by-operator': "This server doesn't send email. Ask the person who runs it to change yours.",
  'account-disabled': 'This account is disabled. Ask the person who runs this server.',
  'link-expired': 'This link has expired or was already used.',
  'confirm-with-password':
    'Enter the password of this account, too: anyone could have registered with your email.',
  'not-this-password': "This isn't the password of this account.",
  'registration-closed': 'Registration is closed on this server. Ask the person who runs it for an account.',
  'account-locked': ({ seconds }, reader) =>
    `Too many failed attempts for this account. Reset your password to log in now, or try again in ${duration(reader, seconds)}.`,
  'token-exists':
    "This token was already created and can't be shown again. Revoke it and create a new one if you didn't copy it.",
  'too-many-tokens': ({ max }) => `You have ${max} tokens. Revoke one to create another.`,

  'not-your-lists': 'These lists belong to someone else.',
  'list-not-found': "This list doesn't exist, or you're not on it.",
  'item-not-found': 'This item is no longer on the list.',
  'item-deleted': ({ name, by }, reader) => `${deleter(reader, by)} deleted “${cut(name)}”.`,
  'change-not-found': 'This can no longer be undone.',
  'too-many-lists': ({ max }) => `You have ${max} lists. Delete one to add another.`,
  'too-many-items': ({ max }) => `A list can have up to ${max} items. Delete some to add more.`,
  'item-changed': (item, reader) =>
    `Someone changed this item while you were editing. It's now: ${itemNow(reader, item, item.currency)}. Submit again to overwrite it.`,
  'storage-limit-reached': ({ bytes: limit }, reader) =>
    `Your storage is full (${bytes(reader, limit)}). Delete some items or a list to make room.`,

  'view-only': 'You can view this list, but not change it. Ask its owner to make you an editor.',
  'members-only': 'Only members of this list can do this. Ask its owner for an invitation.',
  'owner-only': 'Only the owner of this list can do this.',
  'invite-required': 'You need an invitation to register on this server.',
  'member-not-found': 'This person is no longer on the list.',
  'invite-not-found': 'This invitation has expired or was already used. Ask for a new one.',
  'link-not-found': 'This link no longer exists.',
  'link-gone': 'This link no longer works. Ask the person who sent it for a new one.',
  'owner-must-stay': 'Hand the list over to someone before you leave it.',
  'too-many-members': ({ max }) => `A list can have up to ${max} members.`,
  'too-many-invites': ({ max }) =>
    `${max} invitations to this list are waiting to be accepted. Withdraw one to make another.`,
  'too-many-links': ({ max }) => `This list has ${max} links. Turn one off to make another.`,
  'offer-not-found': 'This list is no longer offered to you.',
  'ask-not-found': 'This person no longer asks you into their household.',
  'paused-sharing-not-found': 'This question was already answered.',
  'too-many-shared-lists': ({ max }) => `You're on ${max} lists of others. Leave one to join another.`,

  'recipe-cancelled': 'The request was cancelled. Nothing was added.',
  'recipe-unknown': ({ recipe, nearest }) =>
    `No recipe for “${recipe}”.${nearest.length > 0 ? ` Try: ${nearest.join(', ')}.` : ''}`,
  'recipe-limit-reached': ({ max, seconds }, reader) =>
    `Limit reached: ${max} questions an hour. ${tryAgain(reader, seconds)}`,
  'ai-unreachable': "The AI server is down or can't be reached. Nothing was added. Try again later.",
  'ai-model-missing':
    "The AI server doesn't have the model that Larder asks for. Nothing was added. The person who runs this server can fix it.",
  'ai-model-unset':
    "Larder doesn't know which model of the AI server to use. Nothing was added. The person who runs this server can choose one.",
  'ai-key-refused':
    "The AI server doesn't accept Larder's key. Nothing was added. The person who runs this server can fix it.",
  'ai-limit-reached': "The AI's limit is reached for now. Nothing was added. Try again later.",
  'ai-refused': 'The AI refused to answer. Nothing was added.',
  'ai-timeout': 'The AI took too long to answer. Nothing was added.',
  'ai-unusable': "The AI's answer couldn't be read. Nothing was added.",

  'photo-required': 'Choose a photo first.',
  'one-photo-only': 'Send one photo at a time.',
  'photo-field-invalid': 'Send the photo in the field receiptImage.',
  'receipt-not-found': 'This list has no receipt.',
  'trip-not-found': "This trip doesn't exist, or you're not on its list.",
  'nothing-to-finish': 'Nothing is ticked, or somebody finished it already.',
  'nothing-to-copy': 'Nothing is open on this list.',
  'move-changed': ({ name }) => `Not undone: it has changed on “${cut(name)}” since.`,
  'move-unreachable': 'Not undone: you can no longer edit the other list.',
  'too-many-trips': ({ max }) => `You have ${max} trips. Delete some to add another.`,
  'photo-too-slow': 'The upload was too slow. Try again with a better connection.',
  'photo-too-large': ({ bytes: limit }) => photo.tooLarge({ megabytes: limit / 1024 / 1024 }),
  'not-an-image': `That file isn't an image. ${CHOOSE_PHOTO}`,
  'image-format-unsupported': ({ format }) => unsupportedFormat(format),
  'photo-empty': 'This file is empty. Choose a photo.',
  'photo-damaged': 'This photo is damaged or incomplete. Choose another one.',
  'photo-too-many-pixels': ({ pixels, max }) =>
    `This photo has ${Math.ceil(pixels / 1e6)} megapixels: the limit is ${max / 1e6}. Choose a smaller one.`,
  'photo-too-complex':
    'This photo is saved in a way that takes too long to read. Save it as an ordinary JPEG, or take a new one.',
  'photo-timeout': 'Reading this photo took too long. Choose a smaller one.',
  'photo-limit-reached': ({ max, seconds }, reader) =>
    `Limit reached: ${max} photos an hour. ${tryAgain(reader, seconds)}`,
  'photo-reader-failed': "The server can't read photos right now. Its log says why.",
  'photos-busy': 'The server is busy with other photos. Try again in a moment.',
  'receipt-storage-unavailable': "Receipt storage isn't responding. Nothing was changed. Try again later.",
  'receipt-storage-full': 'Receipt storage is full. Nothing was changed.',
}

export const errors = room('errors', texts)

function deleter(reader: Reader, by: ErrorParams<'item-deleted'>['by']): string {
  if (by === undefined) return 'Somebody'
  if (by === 'you') return 'You'
  return 'name' in by ? by.name : guestLabel(reader, by.guest)
}

const FORMATS: Record<Exclude<ImageFormat, 'heic'>, string> = {
  avif: 'AVIF images',
  video: 'Videos',
  gif: 'GIF images',
  pdf: 'PDF files',
  tiff: 'TIFF and raw images',
  bmp: 'BMP images',
  jxl: 'JPEG XL images',
  svg: 'SVG drawings',
  html: 'Web pages',
}

function unsupportedFormat(format: ImageFormat): string {
  if (format === 'heic') {
    return "HEIC photos aren't supported. On an iPhone, choose Settings › Camera › Formats › Most Compatible and take the photo again, or share it as a JPEG."
  }
  return `${FORMATS[format]} can't be used as a receipt. ${CHOOSE_PHOTO}`
}
