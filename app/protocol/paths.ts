export const listsPath = (userId: string) => `/?userID=${encodeURIComponent(userId)}`

/** Of a form's hidden field, which anybody can change: never off the site. */
export function ownPath(path: string | undefined, origin: string, otherwise = '/landing'): string {
  const url = path?.startsWith('/') && URL.canParse(path, origin) ? new URL(path, origin) : undefined
  const isOwn = url?.origin === new URL(origin).origin && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search : otherwise
}

export const listIdIn = (search: string) => new URLSearchParams(search).get('listID') ?? ''
/** With `userID` in its URL, an action was on the lists page. */
export const pathBack = (url: string, userId: string, listId = '') =>
  new URL(url).searchParams.has('userID') ? listsPath(userId) : listPath(listId)

export const LIST = '/single-list'

export const listPath = (listId: string) => `${LIST}?listID=${encodeURIComponent(listId)}`

export function dialogPath(home: string, dialog: string, itemId?: string): string {
  const item = itemId ? `&itemID=${encodeURIComponent(itemId)}` : ''
  return `${home}${home.includes('?') ? '&' : '?'}dialog=${dialog}${item}`
}

/** `v` changes with the receipt, so browsers can cache the image forever. */
export const receiptPath = (listId: string, receiptId: string) =>
  `/receipt/${encodeURIComponent(listId)}?v=${encodeURIComponent(receiptId)}`

export const recentPath = (listId: string) => `/recent?listID=${encodeURIComponent(listId)}`

export const finishPath = (listId: string) => `/finish?listID=${encodeURIComponent(listId)}`

export const tripPath = (tripId: string) => `/trip/${encodeURIComponent(tripId)}`

export const SPENDING = '/spending'

interface ShownSpending {
  listID?: string | undefined
  year?: string | undefined
  month?: string | undefined
  store?: string | undefined
  page?: string | undefined
}

export function spendingPath(shown: ShownSpending = {}, path = SPENDING): string {
  const given = Object.entries(shown).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

export const movePath = (itemId: string, listId: string) =>
  `/move/${encodeURIComponent(itemId)}?listID=${encodeURIComponent(listId)}`

export const copyPath = (listId: string) => `/copy/${encodeURIComponent(listId)}`

export const usualPath = (listId: string) => `/usual?listID=${encodeURIComponent(listId)}`

export const aislesPath = (listId: string) => `/aisles?listID=${encodeURIComponent(listId)}`

export const currencyPath = (listId: string) => `/currency/${encodeURIComponent(listId)}`

export const seenPath = ({ id, revision }: { id: string; revision: number }) =>
  `/seen?listID=${encodeURIComponent(id)}&revision=${revision}`

export const sharingPath = (listId: string, shown?: string) =>
  `/sharing?listID=${encodeURIComponent(listId)}${shown ? `&show=${encodeURIComponent(shown)}` : ''}`

export const linkPath = (token = '') => `/s/${encodeURIComponent(token)}`

export const invitePath = (token: string) => `/invite/${encodeURIComponent(token)}`

/** For those without a session. */
export const isSignedOutPage = ({ pathname }: Pick<URL, 'pathname'>): boolean =>
  ['/landing', '/login'].includes(pathname)

export const loginPath = (invite: string | null) => withInvite('/login', invite)
export const registerPath = (invite: string | null) => withInvite('/register', invite)

const withInvite = (path: string, invite: string | null) =>
  invite ? `${path}?invite=${encodeURIComponent(invite)}` : path

export const RECENTLY_DELETED = '/recently-deleted'

export const SHARE_TARGET = '/share-target'

/** What another app shared, unread until it's known who shared it: from the share target to the login and back. */
export interface Shared {
  text: string
  title: string
}

export function sharedIn(search: URLSearchParams, name: 'text' | 'share'): Shared {
  const text = [search.get(name), search.get('url')].filter(Boolean).join('\n')
  return { text, title: search.get('title') ?? '' }
}

export const shareTargetPath = ({ text, title }: Shared) =>
  `${SHARE_TARGET}?${new URLSearchParams({ text, title })}`

export const loginToShare = ({ text, title }: Shared) =>
  `/login?${new URLSearchParams({ share: text, title })}`

export const SETTINGS = '/settings'
export const HOUSEHOLD = '/household'
export const householdPath = (shown: string) => `${HOUSEHOLD}?show=${encodeURIComponent(shown)}`

export const REMEMBERED = '/settings/remembered'

export const rememberedPath = (text = '') =>
  text ? `${REMEMBERED}?q=${encodeURIComponent(text)}` : REMEMBERED

/** In English, it is in `public`; the build makes those of other languages. */
export const manifestPath = (language: string) =>
  language === 'en' ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`
