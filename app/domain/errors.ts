import type { Currency } from '#app/domain/locale/currency.ts'
import type { AuditEntry } from './audit.ts'
import type { ItemColumns } from './items/itemFields.ts'
import type { ImageFormat } from './receipts/imageKind.ts'

function failure<Params = Record<never, never>>(status: number): { status: number; params?: Params } {
  return { status }
}

/** Every expected failure. Codes are part of the API: their meaning never changes. */
export const FAILURES = {
  'bad-request': failure(400),
  'bad-url': failure(400),
  'bad-host': failure(400),
  'unexpected-body': failure(400),
  'bad-form': failure(400),
  'bad-json': failure(400),
  'bad-encoding': failure(400),
  'bad-idempotency-key': failure(400),
  'duplicate-field': failure<{ field: string }>(400),
  'unknown-field': failure<{ allowed: string[] }>(400),
  'too-many-fields': failure<{ max: number }>(400),
  'too-many-parts': failure<{ max: number }>(400),
  'not-signed-in': failure(401),
  'token-invalid': failure(401),
  'metrics-token-required': failure(401),
  'cross-site-request': failure(403),
  'link-not-allowed': failure(403),
  'not-found': failure(404),
  'method-not-allowed': failure<{ allowed: string[] }>(405),
  'request-timeout': failure(408),
  'request-cancelled': failure(409),
  'body-too-large': failure<{ max: number }>(413),
  'url-too-long': failure(414),
  'unsupported-content-type': failure<{ allowed: string[] }>(415),
  'unsupported-charset': failure(415),
  'idempotency-key-reused': failure(422),
  'too-many-requests': failure<{ seconds: number }>(429),
  'too-many-parallel-requests': failure(429),
  'too-many-open-pages': failure(429),
  'headers-too-large': failure(431),
  'internal-error': failure<{ requestId: string }>(500),
  'server-busy': failure(503),
  'server-restarting': failure(503),
  'disk-full': failure(507),

  'invalid-input': failure(400),
  'id-required': failure(400),
  'id-invalid': failure(400),
  'list-name-required': failure(400),
  'item-name-required': failure(400),
  'token-name-required': failure(400),
  'your-name-required': failure(400),
  'name-invalid': failure(400),
  'name-too-long': failure(400),
  'quantity-invalid': failure(400),
  'unit-invalid': failure(400),
  'category-invalid': failure(400),
  'reset-invalid': failure(400),
  'view-invalid': failure(400),
  'language-invalid': failure(422),
  'formats-invalid': failure(422),
  'time-zone-invalid': failure(422),
  'currency-invalid': failure(422),
  'price-invalid': failure(400),
  'price-not-whole': failure(400),
  'prices-too-high': failure(409),
  'price-for-invalid': failure(400),
  'paid-required': failure(400),
  'paid-invalid': failure(400),
  'store-too-long': failure(400),
  'note-too-long': failure(400),
  'date-invalid': failure(400),
  'date-in-future': failure(400),
  'email-required': failure(400),
  'reset-email-required': failure(400),
  'email-invalid': failure(400),
  'email-too-long': failure(400),
  'password-required': failure(400),
  'new-password-required': failure(400),
  'current-password-required': failure(400),
  'next-password-required': failure(400),
  'password-too-short': failure(400),
  'password-too-long': failure(400),
  'password-invalid': failure(400),
  'password-too-common': failure(400),
  'recipe-required': failure(400),
  'recipe-too-long': failure(400),
  'source-invalid': failure(400),
  'deleted-invalid': failure(400),
  'before-invalid': failure(400),
  'lines-missing': failure(400),
  'only-skipped': failure(400),
  'lines-required': failure(400),
  'line-empty': failure(400),
  'too-many-lines': failure(400),
  'completed-invalid': failure(400),
  'role-invalid': failure(400),
  'expiry-invalid': failure(400),
  'label-too-long': failure(400),
  'always-invalid': failure(400),
  'all-lists-invalid': failure(400),

  'wrong-credentials': failure(400),
  'wrong-password': failure(400),
  'wrong-current-password': failure(400),
  'wrong-or-unconfirmed': failure<{ sendsMail: boolean }>(400),
  'email-taken': failure(409),
  'email-by-operator': failure(403),
  'account-disabled': failure(403),
  'link-expired': failure(400),
  'confirm-with-password': failure(403),
  'not-this-password': failure(400),
  'registration-closed': failure(403),
  'account-locked': failure<{ seconds: number }>(429),
  'token-exists': failure(409),
  'too-many-tokens': failure<{ max: number }>(409),

  'not-your-lists': failure(401),
  'list-not-found': failure(404),
  'item-not-found': failure(404),
  'item-deleted': failure<{
    name: string
    /** Undefined if nobody knows, or the reader may not. */
    by: 'you' | { name: string } | { guest: string | null } | undefined
    itemID: string
    mayRestore: boolean
  }>(410),
  'change-not-found': failure(404),
  'too-many-lists': failure<{ max: number }>(409),
  'too-many-items': failure<{ max: number }>(409),
  'item-changed': failure<ItemColumns & { currency: Currency; updatedAt: number }>(409),
  'storage-limit-reached': failure<{ bytes: number }>(409),

  'view-only': failure(403),
  'members-only': failure(403),
  'owner-only': failure(403),
  'invite-required': failure(403),
  'member-not-found': failure(404),
  'invite-not-found': failure(404),
  'link-not-found': failure(404),
  'link-gone': failure(404),
  'owner-must-stay': failure(409),
  'too-many-members': failure<{ max: number }>(409),
  'too-many-invites': failure<{ max: number }>(409),
  'too-many-links': failure<{ max: number }>(409),
  'too-many-shared-lists': failure<{ max: number }>(409),
  'offer-not-found': failure(404),
  'ask-not-found': failure(404),
  'paused-sharing-not-found': failure(404),

  'recipe-cancelled': failure(409),
  'recipe-unknown': failure<{ recipe: string; nearest: string[] }>(422),
  'recipe-limit-reached': failure<{ max: number; seconds: number }>(429),
  'ai-unreachable': failure(503),
  'ai-model-missing': failure(503),
  'ai-model-unset': failure(503),
  'ai-key-refused': failure(503),
  'ai-limit-reached': failure(503),
  'ai-refused': failure(503),
  'ai-timeout': failure(503),
  'ai-unusable': failure(503),

  'photo-required': failure(400),
  'one-photo-only': failure(400),
  'photo-field-invalid': failure(400),
  'receipt-not-found': failure(404),
  'trip-not-found': failure(404),
  'nothing-to-finish': failure(409),
  'nothing-to-copy': failure(409),
  'move-changed': failure<{ name: string }>(409),
  'move-unreachable': failure(409),
  'too-many-trips': failure<{ max: number }>(409),
  'photo-too-slow': failure(408),
  'photo-too-large': failure<{ bytes: number }>(413),
  'not-an-image': failure(415),
  'image-format-unsupported': failure<{ format: ImageFormat }>(415),
  'photo-empty': failure(422),
  'photo-damaged': failure(422),
  'photo-too-many-pixels': failure<{ pixels: number; max: number }>(422),
  'photo-too-complex': failure(422),
  'photo-timeout': failure(422),
  'photo-limit-reached': failure<{ max: number; seconds: number }>(429),
  'photo-reader-failed': failure(503),
  'photos-busy': failure(503),
  'receipt-storage-unavailable': failure(503),
  'receipt-storage-full': failure(507),
} as const

export type ErrorCode = keyof typeof FAILURES
export type ErrorParams<Code extends ErrorCode> = NonNullable<(typeof FAILURES)[Code]['params']>

export type PlainCode = {
  [Code in ErrorCode]: Record<never, never> extends ErrorParams<Code> ? Code : never
}[ErrorCode]

export interface Problem<Code extends ErrorCode = ErrorCode> {
  code: Code
  params: ErrorParams<Code>
}

interface Details {
  fields?: Record<string, Problem>
  retryAfter?: number
  cause?: unknown
  /** Logged with the caller's address where the error becomes a response. */
  audit?: AuditEntry
}

type Arguments<Code extends ErrorCode> =
  Record<never, never> extends ErrorParams<Code>
    ? [params?: ErrorParams<Code>, details?: Details]
    : [params: ErrorParams<Code>, details?: Details]

/** An expected failure. Everything else that is thrown is a bug. */
export class DomainError<Code extends ErrorCode = ErrorCode> extends Error implements Problem<Code> {
  readonly code: Code
  readonly params: ErrorParams<Code>
  readonly fields: Record<string, Problem> | undefined
  readonly retryAfter: number | undefined
  readonly audit: AuditEntry | undefined

  constructor(code: Code, ...[params, details = {}]: Arguments<Code>) {
    super(code, { cause: details.cause })
    this.name = 'DomainError'
    this.code = code
    this.params = params ?? ({} as ErrorParams<Code>)
    this.fields = details.fields
    this.retryAfter = details.retryAfter
    this.audit = details.audit
  }

  get status(): number {
    return FAILURES[this.code].status
  }
}

// SQLite's codes have names; PostgreSQL's have a class and a number.
const DISK_FULL = /^(?:SQLITE_(?:FULL|IOERR|READONLY)|53100|58030)/
/** Locked, in conflict, overloaded, restarting, read-only after a failover, or out of reach. */
const BUSY = /^(?:SQLITE_(?:BUSY|LOCKED)|08|25006|40001|40P01|53|55P03|57)/
/** PostgreSQL's text can't contain null characters. Saved inputs don't either, but ids in URLs may. */
const INVALID_TEXT = '22021'

export function fromDatabaseError(error: unknown): unknown {
  const code = databaseCode(error)
  if (DISK_FULL.test(code)) return new DomainError('disk-full', {}, { cause: error })
  if (BUSY.test(code)) return new DomainError('server-busy', {}, { retryAfter: 2, cause: error })
  if (code === INVALID_TEXT) return new DomainError('bad-request', {}, { cause: error })
  return error
}

function databaseCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && /^(?:SQLITE_|\d[0-9A-Z]{4}$)/.test(String(error.code))) return String(error.code)
  return databaseCode(error.cause)
}
