import { DAY, HOUR, MINUTE } from './time.ts'

// Every limit of the product. Pure: browsers and texts use it too.

// Texts and numbers, also in the check constraints of db/schema.ts.
export const MAX_NAME_LENGTH = 200
export const MAX_NOTE_LENGTH = 200
/** Before it is cleaned; also one line of quick add. */
export const MAX_TEXT_LENGTH = 2_000
export const MAX_GUEST_NAME_LENGTH = 40
export const MAX_STORE_LENGTH = 60
/** At Finish: more would be more fields than a form may have. */
export const MAX_CHECKED_ROWS = 200
export const MAX_EMAIL_LENGTH = 254
export const MIN_PASSWORD_BYTES = 8
/** bcrypt ignores everything after 72 bytes, so a longer password must never match. */
export const MAX_PASSWORD_BYTES = 72
export const MAX_PRICE_CENTS = 100_000_000
export const MAX_QUANTITY_MILLI = 1_000_000_000

export const MAX_ITEMS_PER_LIST = 2_000
export const MAX_LISTS_PER_USER = 500
export const MAX_SHARED_LISTS_PER_USER = 500
/** Of a question: several dishes, or a wish. */
export const MAX_RECIPE_LENGTH = 500
/** For quick add, and for the ingredients of a recipe. */
export const MAX_ITEMS_AT_ONCE = 200
/** A line can have many items, with commas between them. */
export const MAX_ONE_LINE_LENGTH = 40_000
/** With what is skipped. Reading tens of thousands would block the server. */
export const MAX_LINES_READ = 2_000
export const MAX_MEMBERS_PER_LIST = 50
export const MAX_INVITES_PER_LIST = 20
export const MAX_LINKS_PER_LIST = 20
export const MAX_API_TOKENS_PER_USER = 20
export const MAX_MEMORIES_PER_USER = 5_000
/** Forgetting some more at once keeps the next adds fast. */
export const MEMORIES_AFTER_FORGETTING = 4_500
export const MAX_GOODS_PER_LIST = 500
export const MAX_TRIPS_PER_USER = 5_000
export const MAX_SUGGESTIONS = 6
/** On the lists page, of each kind. */
export const MAX_SHOWN_OFFERS = 3
export const MAX_NEWS = 300
/** The oldest session ends when a user signs in on one more device. */
export const MAX_SESSIONS_PER_USER = 100
export const CHANGES_PER_PAGE = 100
export const DELETED_PER_PAGE = 100

export const SESSION_IDLE = 14 * DAY
export const SESSION_MAX = 90 * DAY
export const TOKEN_LIFETIME = { verify: DAY, email: DAY, reset: 30 * MINUTE }
/** After a reset, and after a link that doesn't work. */
export const SECONDS_UNTIL_LOGIN = 3
export const INVITE_LIFETIME = 7 * DAY
export const LINK_LIFETIMES = { never: undefined, '1d': DAY, '7d': 7 * DAY, '30d': 30 * DAY }
/** Of a deleted account's list, for each editor who is asked. */
export const OFFER_LIFETIME = 30 * DAY
export const KEEP_DELETED_FOR = 30 * DAY
/** How long a browser sends a change again that may have arrived. */
export const RESEND_OPERATIONS_FOR = 30 * DAY
/** Longer than they are sent again, and longer than they can be undone. */
export const KEEP_OPERATIONS_FOR = Math.max(RESEND_OPERATIONS_FOR, KEEP_DELETED_FOR) + DAY
/** What things cost before says nothing about today. */
export const LAST_PRICES_OF = 2 * 365 * DAY
/** Shown in gray. */
export const PRICE_IS_OLD_AFTER = 180 * DAY
export const RETRY_MAIL_FOR = 3 * DAY

// The newest stay, if there are more.
export const MAX_DELETED_ITEMS_PER_LIST = 2_000
export const MAX_DELETED_LISTS_PER_USER = 500
/** Of changes and deleted things. */
export const MAX_HISTORY_BYTES_PER_LIST = 16 * 1024 * 1024
/** Remembered so that nothing is done twice: 50,000 operations, fewer if their answers are kept. */
export const MAX_OPERATION_BYTES_PER_LIST = 16 * 1024 * 1024

/** Of the current list, on the lists page. */
export const NEXT_ITEMS = 4
/** With fewer lists, there is no search. */
export const SEARCH_FROM_LISTS = 11

// In a browser, to use lists without a connection
export const MAX_OFFLINE_LISTS = 40
/** Of one list, also of rows that are gone. */
export const MAX_SHOWN_ROWS = 2_500
/** The latest lists are kept before anybody opens them. */
export const LISTS_KEPT_AHEAD = 20
export const KEEP_OFFLINE_LISTS_FOR = 14 * DAY
/** Done changes that may still be missing in the data of some page. */
export const MAX_SHOWN_DONE_CHANGES = 200
export const MAX_PARALLEL_SENDS = 6

// Photos. Keep the last two in step with photoProcess.mjs.
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024
/** Ordinary progressive JPEGs have about ten. */
export const MAX_PHOTO_SCANS = 100
/** Compressed ones, of a PNG: each can be 8 MB in memory. */
export const MAX_PHOTO_TEXTS = 20
/** Of an animated WebP, of which the first is kept: finding them takes time with the square of their number. */
export const MAX_PHOTO_FRAMES = 1_000
export const MAX_PHOTO_PIXELS = 50_000_000
export const MAX_PHOTO_SIDE = 2000

// Queues: later requests must try again.
/** About seven seconds of work for one thread. */
export const MAX_WAITING_PASSWORDS = 50
export const MAX_WAITING_PHOTOS = 8
export const MAX_WAITING_PHOTOS_PER_USER = 1
export const MAX_WAITING_PAGES = 20
/** With more items or lists, a page takes long to render, and waits in its reader's queue. */
export const LONG_LIST = 100
export const MANY_LISTS = 100
/** In memory: 500 lists of 60 items. */
export const MAX_CACHED_RESPONSE_BYTES = 8 * 1024 * 1024

export const MAX_SOCKETS_PER_USER = 20
export const MAX_SOCKETS_PER_NETWORK = 100
export const MAX_LISTS_PER_SOCKET = 50
export const MAX_SOCKET_MESSAGES_PER_MINUTE = 100

export interface RateLimit {
  name: string
  max: number
  window: number
  error?: 'account-locked' | 'photo-limit-reached' | 'recipe-limit-reached'
}

export const RATE_LIMITS = {
  /** Right or wrong: each sign-in costs a slow comparison, and the users of one network share its address. */
  signInsByAddress: { name: 'sign-ins', max: 50, window: 3 * MINUTE },
  failuresByAddress: { name: 'login', max: 10, window: 3 * MINUTE },
  /** Half of what locks the account, so that no single address can lock it. */
  failuresByAccountAndAddress: {
    name: 'login-failures-here',
    max: 10,
    window: 15 * MINUTE,
    error: 'account-locked',
  },
  failuresByAccount: { name: 'login-failures', max: 20, window: 15 * MINUTE, error: 'account-locked' },
  // Extra attempts from an address without failures left: see signInLimits.ts. Counted for existing
  // accounts only, because nothing shows the difference.
  extraByAccountAndAddress: { name: 'login-late-here', max: 1, window: 15 * MINUTE },
  extraByAccount: { name: 'login-late', max: 20, window: 15 * MINUTE },
  passwordChecksByUser: { name: 'password-checks', max: 10, window: 15 * MINUTE },
  registerByAddress: { name: 'register', max: 5, window: HOUR },
  forgotByAddress: { name: 'forgot', max: 10, window: HOUR },
  tokensByAddress: { name: 'tokens', max: 20, window: 15 * MINUTE },
  // Mail that strangers can cause: seven an hour to one email. Other mails don't use up those for resets, and a reset
  // link works until the next one can be sent.
  resetMailsByEmail: { name: 'mail-reset', max: 2, window: TOKEN_LIFETIME.reset },
  otherMailsByEmail: { name: 'mail-other', max: 3, window: HOUR },
  /** Declined by one person. One more than a slip of the finger needs. */
  asksByPair: { name: 'always-asks', max: 2, window: DAY },
  uploadsByUser: { name: 'uploads', max: 30, window: HOUR, error: 'photo-limit-reached' },
  recipesByUser: { name: 'ai', max: 20, window: HOUR, error: 'recipe-limit-reached' },
  // Counted in memory: pages, API and socket together.
  readsByUser: { name: 'reads', max: 600, window: MINUTE },
  writesByUser: { name: 'writes', max: 120, window: MINUTE },
  exportsByUser: { name: 'exports', max: 10, window: HOUR },
  // The answer to each is stored for 31 days.
  idempotencyKeysByUser: { name: 'keys', max: 10_000, window: DAY },
} satisfies Record<string, RateLimit>
