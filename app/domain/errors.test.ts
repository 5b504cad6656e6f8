import { DrizzleError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DomainError, fromDatabaseError } from './errors.ts'

const sqlite = (code: string) => Object.assign(new Error('from SQLite'), { code })

test.each([
  ['SQLITE_FULL', 507],
  ['SQLITE_IOERR_WRITE', 507],
  ['SQLITE_READONLY', 507],
  ['SQLITE_BUSY', 503],
  ['SQLITE_BUSY_SNAPSHOT', 503],
  ['SQLITE_LOCKED', 503],
])('%s becomes an expected failure (%i)', (code, status) => {
  const cause = sqlite(code)
  for (const error of [cause, new DrizzleError({ message: 'Failed to run the query', cause })]) {
    const known = fromDatabaseError(error)
    expect(known).toBeInstanceOf(DomainError)
    expect(known).toMatchObject({ status, cause: error })
  }
})

test.each([sqlite('SQLITE_CONSTRAINT_UNIQUE'), new TypeError('a bug'), 'a string', undefined])(
  '%s is returned unchanged',
  (error) => {
    expect(fromDatabaseError(error)).toBe(error)
  },
)

test('a busy database says when to try again', () => {
  expect(fromDatabaseError(sqlite('SQLITE_BUSY'))).toMatchObject({ retryAfter: 2 })
})
