import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { emptyDatabase, query } from '../support/postgres.ts'
import { startError } from '../support/startError.ts'
import { testLarder } from '../support/testLarder.ts'

const BASE_URL = 'http://localhost:3000'

test('a server on an empty database creates its tables and stores users there', async () => {
  const DATABASE_URL = await emptyDatabase()
  const { larder } = await testLarder({ DATABASE_URL, BASE_URL })
  expect(await (await fetch(`${larder.url}/readyz`)).json()).toEqual({ database: true, disk: true })
  const registered = await fetch(`${larder.url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }),
  })
  expect(registered.status).toBe(201)
  expect(await query(DATABASE_URL, 'SELECT name FROM users')).toEqual([{ name: 'Ada' }])
})

test('receipts on the disk of one of several machines are worth a warning', async () => {
  const { larder } = await testLarder({ DATABASE_URL: await emptyDatabase(), BASE_URL })
  expect(larder.output()).toContain('S3_BUCKET is not set, so receipts are stored on this machine only')
})

test('a database that cannot be used prevents the start with one line', async () => {
  const url = new URL(await emptyDatabase())
  url.pathname = 'nowhere'
  expect(await startError({ DATABASE_URL: url.href, BASE_URL })).toBe(
    'DATABASE_URL: this database does not exist (database "nowhere" does not exist). Create it, or correct the URL.\n',
  )
  url.pathname = 'postgres'
  url.search = '?options=-c%20nonsense%3D1'
  expect(await startError({ DATABASE_URL: url.href, BASE_URL })).toMatch(
    /^DATABASE_URL: PostgreSQL ends the connection \(unrecognized .*"nonsense"\)\. .*\n$/,
  )
  url.search = '?sslmode=verify-full&sslrootcert=/nowhere.crt'
  expect(await startError({ DATABASE_URL: url.href, BASE_URL })).toMatch(
    /^DATABASE_URL: Larder cannot use this URL \(ENOENT.*'\/nowhere\.crt'\)\. .*\n$/,
  )
  expect(await startError({ DATABASE_URL: url.href })).toBe(
    'BASE_URL: with DATABASE_URL, it must be set to the public URL.\n',
  )
})

test('the database of a newer version prevents the start', async () => {
  const DATABASE_URL = await emptyDatabase()
  await query(
    DATABASE_URL,
    "CREATE TABLE larder_migrations (name text); INSERT INTO larder_migrations VALUES ('9999_later')",
  )
  expect(await startError({ DATABASE_URL, BASE_URL })).toMatch(
    /^DATABASE_URL: this database needs a newer version of Larder, and this is Larder \S+\. Nothing .*\n$/,
  )
})

test('without DATABASE_URL, the driver of PostgreSQL is not loaded', () => {
  const bundle = readFileSync('build/server.js', 'utf8')
  expect(bundle).toContain('import("pg")')
  expect(bundle).not.toMatch(/from ?["']pg["']/)
})
