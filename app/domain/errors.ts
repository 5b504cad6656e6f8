import type { Noted } from './audit.ts'

/** What a person did cannot be done: carries a sentence for him and a code for the doors. */
export type DomainErrorCode =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'unsupported'
  | 'unprocessable'
  | 'too-many'
  | 'busy'
  | 'storage-full'

const STATUS: Record<DomainErrorCode, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  unprocessable: 422,
  'too-many': 429,
  busy: 503,
  'storage-full': 507,
}

export type FieldErrors = Record<string, string>

export class DomainError extends Error {
  readonly code: DomainErrorCode
  readonly fields: FieldErrors | undefined
  readonly retryAfter: number | undefined
  /** What the doors, which know who asked, write down about it. */
  readonly audit: Noted | undefined

  constructor(
    code: DomainErrorCode,
    message: string,
    more: { fields?: FieldErrors; retryAfter?: number; cause?: unknown; audit?: Noted } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'DomainError'
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
    this.audit = more.audit
  }

  get status(): number {
    return STATUS[this.code]
  }
}

/** The database's two expected troubles as sentences; anything else stays the bug it is. */
export function fromDatabaseError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'SQLITE_FULL' || code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_READONLY')) {
    return new DomainError(
      'storage-full',
      'The server cannot store anything at the moment: its disk is full or cannot be written. Nothing was changed.',
      { cause: error },
    )
  }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new DomainError('busy', 'The server is busy. Please try again in a moment.', {
      retryAfter: 2,
      cause: error,
    })
  }
  return error
}

/** drizzle wraps some of SQLite's errors into its own. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && String(error.code).startsWith('SQLITE_')) return String(error.code)
  return codeOf(error.cause)
}
