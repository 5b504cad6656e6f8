import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/services.ts'
import { startError } from '../support/startError.ts'
import { testLarder } from '../support/testLarder.ts'

test('an invalid key prevents the start with one line', async () => {
  expect(await startError({ PORT: 'eighty' })).toBe(
    'PORT: "eighty" is not allowed. It must be a whole number from 0 to 65535 (0 picks a free port).\n',
  )
})

test('a port in use prevents the start and is named', async () => {
  const { larder } = await testLarder()
  const port = Number(new URL(larder.url).port)
  expect(await startError({ PORT: String(port) })).toBe(
    `Port ${port} is already in use. Stop the other program, or start Larder on another port: PORT=${port + 1} npm start\n`,
  )
})

test('a second server on the same folder is refused, and the first keeps running', async () => {
  const { larder } = await testLarder()
  expect(await startError({ DATA_DIR: larder.dataDir })).toMatch(
    /^DATA_DIR: another Larder server is already using \S+\. Stop it, or use another folder: DATA_DIR=.* npm start\n$/,
  )
  expect((await fetch(`${larder.url}/readyz`)).status).toBe(200)
})

test('the database of another program prevents the start and is not changed', async () => {
  const folder = temporaryFolder()
  const database = new Sqlite(join(folder, 'larder.db'))
  database.exec("CREATE TABLE records (name TEXT); INSERT INTO records VALUES ('Blue')")
  expect(await startError({ DATA_DIR: folder })).toMatch(/larder\.db belongs to another program\. .*\n$/)
  expect(database.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['records'])
  database.close()
})

test('an address of another machine prevents the start', async () => {
  expect(await startError({ HOST: '192.0.2.1' })).toMatch(
    /^HOST: This machine does not have that address\. .*\n$/,
  )
})

test('an unusable data folder prevents the start', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(await startError({ DATA_DIR: file })).toMatch(/^DATA_DIR: Larder cannot write there .*\n$/)
  expect(await startError({ DATA_DIR: join(file, 'deeper') })).toMatch(
    /^DATA_DIR: Larder cannot write there .*\n$/,
  )
})

test('a file that is not a database prevents the start', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'larder.db'), 'a shopping list\n'.repeat(100))
  expect(await startError({ DATA_DIR: folder })).toMatch(
    /^DATA_DIR: larder.db in this folder is not a database.*\n$/,
  )
})

test('the database of a newer version prevents the start', async () => {
  const folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  const database = new Sqlite(join(folder, 'larder.db'))
  database.exec('CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT, created_at INTEGER)')
  database.prepare('INSERT INTO __drizzle_migrations VALUES (1, ?, ?)').run('', 8.64e15)
  database.close()
  expect(await startError({ DATA_DIR: folder })).toMatch(
    /^The database .* was written by a newer version of Larder.*\n$/,
  )
})
