import type { SharedRole } from '#app/domain/access/actors.ts'
import type { ErrorCode, ErrorParams } from '#app/domain/errors.ts'
import type { Undone } from '#app/domain/history/effects.ts'
import type { ImageFormat } from '#app/domain/receipts/imageKind.ts'
import { photoTooLarge } from './browser.ts'
import { alternatives, bytes, countOf, cut, duration, money, plural } from './format.ts'
import { quickAdded } from './quickAdd.ts'
import { ended, sentenceList } from './sentences.ts'
import { guestLabel } from './signatures.ts'

/** A sentence, or a function of the values it mentions. */
export type ErrorMessages = {
  [Code in ErrorCode]: Record<never, never> extends ErrorParams<Code>
    ? string
    : (params: ErrorParams<Code>) => string
}

const BUSY = 'The server is busy. Try again in a moment.'
const CHOOSE_PHOTO = 'Choose a JPEG, PNG or WebP photo.'

const tryAgain = (seconds: number) => `Try again in ${duration(seconds)}.`

export const errors: ErrorMessages = {
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
  'not-signed-in': 'Sign in first.',
  'metrics-token-required': 'Send the metrics token as a Bearer token.',
  'cross-site-request': 'This request came from another site, so nothing was changed.',
  'link-not-allowed': "A link can't do this, so nothing was changed. Use the button in Larder.",
  'not-found': 'Nothing was found at this URL.',
  'method-not-allowed': ({ allowed }) => `This URL only accepts ${alternatives(allowed)}.`,
  'request-timeout': 'The request took too long to arrive.',
  'request-cancelled': 'This request was cancelled.',
  'body-too-large': ({ max }) => `The request is too large. The limit is ${max / 1000} kB.`,
  'url-too-long': 'This URL is too long.',
  'unsupported-content-type': ({ allowed }) => `Send the body as ${alternatives(allowed)}.`,
  'unsupported-charset': 'Send text as UTF-8.',
  'idempotency-key-reused': 'This Idempotency-Key was already used for another request. Use a new one.',
  'too-many-requests': ({ seconds }) => `Too many attempts. ${tryAgain(seconds)}`,
  'too-many-parallel-requests': 'Too many requests at once. Try again in a moment.',
  'too-many-open-pages': 'You have too many pages open at once.',
  'headers-too-large': 'The URL or the headers are too long.',
  'internal-error': ({ requestId }) =>
    `Something went wrong on the server. If you report it, include this number: ${requestId}`,
  'server-busy': BUSY,
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
  'name-too-long': 'Names can have up to 200 characters.',
  'quantity-invalid': 'Enter a number, such as 2 or 0.5.',
  'unit-invalid': 'Choose a unit from the list.',
  'price-invalid': 'Enter a price, such as 3 or 2.49.',
  'price-for-invalid': 'Choose one or all.',
  'email-required': 'Enter your email.',
  'reset-email-required': 'Please provide email here',
  'email-invalid': "This doesn't look like an email address.",
  'email-too-long': 'Email addresses can have up to 254 characters.',
  'password-required': 'Enter your password.',
  'new-password-required': 'please enter password',
  'current-password-required': 'Enter your current password.',
  'next-password-required': 'Enter a new password.',
  'password-too-short': 'Passwords need at least 8 characters.',
  'password-too-long': 'Passwords can have up to 72 characters (fewer with accents or emoji).',
  'password-invalid': "The password contains a character that can't be used.",
  'password-too-common': 'This password is too easy to guess. Choose another one.',
  'recipe-required': 'Please enter a recipe name first!',
  'recipe-too-long': 'Recipe names can have up to 200 characters.',
  'lines-missing': 'Type what to add, such as “2 kg potatoes, milk x3”.',
  'only-skipped': 'There was nothing to add. Headings, links and ticked items are skipped.',
  'lines-required': 'Select at least one item.',
  'line-empty': 'One of the lines is empty.',
  'too-many-lines': 'Add up to 200 items at once.',
  'completed-invalid': 'Send completed as true or false.',
  'role-invalid': 'Choose editor or viewer.',
  'expiry-invalid': 'Choose never, 1d, 7d or 30d.',
  'label-too-long': 'Labels can have up to 200 characters.',
  'always-invalid': 'Send always as true or false.',

  'wrong-credentials': 'Wrong email or password.',
  'wrong-password': 'Wrong password. Nothing was deleted.',
  'wrong-current-password': "This isn't your current password.",
  'link-expired': 'This link has expired or was already used.',
  'email-not-confirmed': ({ sendsMail }) =>
    sendsMail
      ? 'Confirm your email first: open the link we sent you.'
      : "Confirm your email first. This server doesn't send email: ask the person who runs it for the link in its log.",
  'registration-closed': 'Registration is closed on this server. Ask the person who runs it for an account.',
  'account-locked': ({ seconds }) =>
    `Too many failed attempts for this account. Reset your password to sign in now, or try again in ${duration(seconds)}.`,
  'token-exists':
    "This token was already created and can't be shown again. Revoke it and create a new one if you didn't copy it.",
  'too-many-tokens': ({ max }) => `You have ${max} tokens. Revoke one to create another.`,

  'not-your-lists': 'These lists belong to someone else.',
  'list-not-found': "This list doesn't exist.",
  'item-not-found': 'This item is no longer on the list.',
  'item-deleted': ({ name, by }) => `${deleter(by)} deleted “${cut(name)}”.`,
  'change-not-found': 'This can no longer be undone.',
  'too-many-lists': ({ max }) => `You have ${max} lists. Delete one to add another.`,
  'too-many-items': ({ max }) => `A list can have up to ${max} items. Delete some to add more.`,
  'item-changed': ({ name, quantityMilli, unit, priceCents }) =>
    `Someone changed this item while you were editing. It's now: ${countOf({ name, quantityMilli, unit }, '1 × ')}, ${money(priceCents)}. Submit again to overwrite it.`,
  'storage-limit-reached': ({ bytes: limit }) =>
    `Your storage is full (${bytes(limit)}). Delete some items or a list to make room.`,

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
  'their-storage-full': ({ name }) => `${name} doesn't have enough storage left for this list.`,
  'they-have-too-many-lists': ({ name, max }) =>
    `${name} has ${max} lists and must delete one to take over another.`,

  'recipe-cancelled': 'The request was cancelled. Nothing was added.',
  'recipe-unknown': ({ recipe, nearest }) =>
    `No recipe for “${recipe}”.${nearest.length > 0 ? ` Try: ${nearest.join(', ')}.` : ''}`,
  'recipe-limit-reached': ({ max, seconds }) =>
    `Limit reached: ${max} questions an hour. ${tryAgain(seconds)}`,
  'ai-unreachable': "The AI can't be reached right now. Nothing was added.",
  'ai-refused': 'The AI refused to answer. Nothing was added.',
  'ai-timeout': 'The AI took too long to answer. Nothing was added.',
  'ai-unusable': "The AI's answer couldn't be used. Nothing was added.",

  'photo-required': 'Choose a photo first.',
  'one-photo-only': 'Send one photo at a time.',
  'photo-field-invalid': 'Send the photo in the field receiptImage.',
  'receipt-not-found': 'This list has no receipt.',
  'photo-too-slow': 'The upload was too slow. Try again with a better connection.',
  'photo-too-large': ({ bytes: limit }) => photoTooLarge(limit),
  'not-an-image': `That file isn't an image. ${CHOOSE_PHOTO}`,
  'image-format-unsupported': ({ format }) => unsupportedFormat(format),
  'photo-empty': 'This file is empty. Choose a photo.',
  'photo-damaged': 'This photo is damaged or incomplete. Choose another one.',
  'photo-too-many-pixels': ({ pixels, max }) =>
    `This photo has ${Math.ceil(pixels / 1e6)} megapixels: the limit is ${max / 1e6}. Choose a smaller one.`,
  'photo-limit-reached': ({ max, seconds }) => `Limit reached: ${max} photos an hour. ${tryAgain(seconds)}`,
  'photo-timeout': 'Reading this photo took too long. Try again later, or choose a smaller one.',
  'photo-reader-failed': "The server can't read photos right now. Its log says why.",
  'photos-busy': 'The server is busy with other photos. Try again in a moment.',
  'receipt-storage-unavailable': "Receipt storage isn't responding. Nothing was changed. Try again later.",
  'receipt-storage-full': 'Receipt storage is full. Nothing was changed.',
}

function deleter(by: ErrorParams<'item-deleted'>['by']): string {
  if (by === undefined) return 'Somebody'
  if (by === 'you') return 'You'
  return 'name' in by ? by.name : guestLabel(by.guest)
}

/** Messages about what went well. */
export const notices = {
  registered({ mustConfirm, sendsMail }: { mustConfirm: boolean; sendsMail: boolean }): string {
    if (sendsMail) return 'Welcome! Please check your email to confirm your account.'
    return mustConfirm
      ? "Welcome! This server doesn't send email: ask the person who runs it for the confirmation link, which is in its log."
      : 'Welcome! You can sign in now.'
  },
  passwordChanged: "Your password was changed. You're signed in.",
  resetLinkDead: 'This link is incomplete, has expired or was already used.',
  emailConfirmed: 'Your email is confirmed.',
  emailWasConfirmed: 'Your email is already confirmed.',
  nameChanged: 'Your name was changed.',
  guestNamed: (name: string | null) => (name ? `Hello, ${name}.` : 'Your name was removed.'),
  ownPasswordChanged: 'Your password was changed. All other browsers were signed out.',
  signedOutElsewhere: (count: number) =>
    count === 0 ? "You weren't signed in anywhere else." : `Signed out ${plural(count, 'other browser')}.`,
  signedOutEverywhere: "You're signed out everywhere.",
  resetLinkSent: ({ sendsMail }: { sendsMail: boolean }) =>
    sendsMail
      ? "If there's an account for this email, we've sent a link."
      : "This server doesn't send email. If there's an account for this email, the link is in the server's log.",
  loggedOut: "You're logged out.",
  accountDeleted: ({ handedOver }: { handedOver: number }) =>
    handedOver > 0
      ? `Your account was deleted. ${plural(handedOver, 'shared list')} went to ${handedOver === 1 ? 'an editor' : 'their editors'}.`
      : 'Your account and all its data were deleted.',
  showsSeen: (shows: boolean) =>
    shows ? 'Others now see which changes you have.' : 'Others no longer see which changes you have.',
  tokenRevoked: 'Token revoked.',
  listDeleted: 'List deleted.',
  itemDeleted: 'Item deleted.',
  itemsDeleted: 'All items deleted.',
}

interface Named {
  name: string
}

/** About who is on a list. */
export const sharing = {
  roleSet: ({ name, role }: Named & { role: SharedRole }) =>
    `${cut(name)} is now ${role === 'editor' ? 'an editor' : 'a viewer'}.`,
  removed: ({ name }: Named) => `${cut(name)} can no longer see this list.`,
  always: ({ name, always }: Named & { always: boolean }) =>
    always
      ? `Your new lists will be shared with ${cut(name)}.`
      : `Your new lists will no longer be shared with ${cut(name)}.`,
  handedOver: ({ name }: Named) => `This list now belongs to ${cut(name)}. You're an editor.`,
  left: ({ name }: Named) => `You left “${cut(name)}”.`,
  withdrawn: 'Invitation withdrawn. Its link no longer works.',
  revoked: 'Link turned off. It no longer opens the list.',
  invited: ({ inviter, listName, role }: { inviter: string; listName: string; role: SharedRole }) =>
    `${cut(inviter)} invites you to ${role === 'editor' ? 'edit' : 'view'} “${cut(listName)}”.`,
  alreadyOn: ({ listName }: { listName: string }) => `You're already on “${cut(listName)}”.`,
  joined: ({ listName }: { listName: string }) => `You're now on “${cut(listName)}”.`,
}

/** What somebody just did, next to its Undo button. */
export const acts = {
  quickAdded,
  ticked: ({ name, completed }: Named & { completed: boolean }) =>
    ended(`${completed ? 'Ticked' : 'Unticked'} ${cut(name)}`),
  deletedOne: ({ name }: Named) => ended(`Deleted ${cut(name)}`),
  deletedMany: ({ count }: { count: number }) => `Deleted ${plural(count, 'item')}.`,
  cleared: ({ count }: { count: number }) => `Cleared ${plural(count, 'done item')}.`,
  unticked: ({ count }: { count: number }) =>
    count > 0 ? `Unticked ${plural(count, 'item')}.` : 'No item was ticked.',
  renamed: ({ name }: Named) => `Renamed the list to “${cut(name)}”.`,
  copied: ({ source }: { source: string }) => `Copied “${cut(source)}”.`,
  restored: ({ name }: Named) => ended(`Restored ${cut(name)}`),
  purged: ({ name }: Named) => `Deleted ${cut(name)} for good.`,
  forgot: ({ name }: Named) => ended(`Forgot ${cut(name)}`),
  forgotAll: 'Forgot all items.',
  generated: ({ added, raised }: { added: number; raised: number }) =>
    raised > 0 ? `Added ${plural(added, 'item')} and raised ${raised}.` : `Added ${plural(added, 'item')}.`,
  undone({ kind, of, restored, kept }: Pick<Undone, 'kind' | 'of' | 'restored' | 'kept'>): string {
    if (restored === of) return 'Undone.'
    if (kind === 'receipt')
      return "The old receipt can't be restored: there is a newer one, or it's gone for good."
    const names = sentenceList(kept.map(cut))
    const missing = of - restored - kept.length
    const gone = missing > 0 ? `${plural(missing, 'item')} can't be restored` : ''
    const changed = kept.length > 0 ? `${names} ${kept.length === 1 ? 'was' : 'were'} changed since` : ''
    const reasons = [changed, gone].filter(Boolean).join(', and ')
    return restored === 0 ? `Nothing was undone: ${reasons}.` : `${restored} of ${of} restored; ${reasons}.`
  },
}

interface MailText {
  subject: string
  before: string[]
  button: string
  after: string[]
}

/** No user's name appears here: a stranger could have chosen it. */
export const mails = {
  verify: {
    subject: 'Confirm your email',
    before: ['Welcome to Larder. Please confirm that this email is yours.'],
    button: 'Confirm email',
    after: [
      'The link works once and expires in 24 hours.',
      "If you didn't create an account, you can ignore this email.",
    ],
  },
  taken: {
    subject: 'You already have an account',
    before: [
      'Someone, probably you, tried to register at Larder with this email. It already has an account, so nothing was changed.',
    ],
    button: 'Sign in',
    after: [
      'If you forgot your password, choose “Forgot password?” on the login page.',
      "If this wasn't you, you can ignore this email.",
    ],
  },
  reset: {
    subject: 'Reset your password',
    before: ['Someone, probably you, asked to reset the password of your Larder account.'],
    button: 'Reset password',
    after: [
      'The link works once and expires in 30 minutes.',
      "If this wasn't you, you can ignore this email. Your password stays the same.",
    ],
  },
  'password-changed': {
    subject: 'Your password was changed',
    before: [
      'The password of your Larder account was just changed, and all other devices were logged out.',
      "If this was you, you don't need to do anything.",
    ],
    button: 'Sign in',
    after: ["If this wasn't you, reset your password now: choose “Forgot password?” on the login page."],
  },
} satisfies Record<string, MailText>

export const mailLinkHint = "If the button doesn't work, open this link:"

const FORMATS: Record<ImageFormat, string> = {
  heic: '',
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
