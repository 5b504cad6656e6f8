import { DrizzleError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DomainError, fromDatabaseError } from './errors.ts'

const fromDatabase = (code: string) => Object.assign(new Error('from the database'), { code })

test.each([
  ['SQLITE_FULL', 507],
  ['SQLITE_IOERR_WRITE', 507],
  ['SQLITE_READONLY', 507],
  ['SQLITE_BUSY', 503],
  ['SQLITE_BUSY_SNAPSHOT', 503],
  ['SQLITE_LOCKED', 503],
  ['53100', 507],
  ['08006', 503],
  ['25006', 503],
  ['40001', 503],
  ['40P01', 503],
  ['53300', 503],
  ['55P03', 503],
  ['57014', 503],
  ['57P01', 503],
  ['22021', 400],
])('%s becomes an expected failure (%i)', (code, status) => {
  const cause = fromDatabase(code)
  for (const error of [cause, new DrizzleError({ message: 'Failed to run the query', cause })]) {
    const known = fromDatabaseError(error)
    expect(known).toBeInstanceOf(DomainError)
    expect(known).toMatchObject({ status, cause: error })
  }
})

test.each([
  fromDatabase('SQLITE_CONSTRAINT_UNIQUE'),
  fromDatabase('23505'),
  fromDatabase('EPIPE'),
  new TypeError('a bug'),
  'a string',
  undefined,
])('%s is returned unchanged', (error) => {
  expect(fromDatabaseError(error)).toBe(error)
})

test('a busy database says when to try again', () => {
  expect(fromDatabaseError(fromDatabase('SQLITE_BUSY'))).toMatchObject({ retryAfter: 2 })
})
