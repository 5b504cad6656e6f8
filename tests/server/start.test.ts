import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { startLarder } from '../support/larder.ts'
import { temporaryFolder } from '../support/services.ts'

/** Everything that a server which does not start prints. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const error = await startLarder(environment).then(
    async ({ stop }) => {
      await stop()
      throw new Error('it started')
    },
    (error: Error) => error,
  )
  expect(error.message).toMatch(/ended with 1: /)
  return error.message.replace(/^.*ended with 1: /, '')
}

test('a wrong key ends the start with one line', async () => {
  expect(await refusal({ PORT: 'eighty' })).toBe(
    'PORT: "eighty" is not allowed. It must be a whole number from 0 to 65535 (0 picks a free port).\n',
  )
})

test('a port in use ends the start with what to do', async () => {
  const { larder, stop } = await startLarder()
  onTestFinished(stop)
  expect(await refusal({ PORT: new URL(larder.url).port })).toMatch(
    /^PORT: another program is using this port.*PORT=3001 npm start\n$/,
  )
})

test('a second server on the same folder is refused, and the first goes on', async () => {
  const { larder, stop } = await startLarder()
  onTestFinished(stop)
  expect(await refusal({ DATA_DIR: larder.dataDir })).toMatch(
    /^DATA_DIR: another Larder serves \S+ already\. Stop it, or name another folder: DATA_DIR=.* npm start\n$/,
  )
  expect((await fetch(`${larder.url}/readyz`)).status).toBe(200)
})

test('the database of another program ends the start, and stays what it is', async () => {
  const folder = temporaryFolder()
  const database = new Sqlite(join(folder, 'larder.db'))
  database.exec("CREATE TABLE records (name TEXT); INSERT INTO records VALUES ('Blue')")
  expect(await refusal({ DATA_DIR: folder })).toMatch(/larder\.db belongs to another program\. .*\n$/)
  expect(database.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['records'])
  database.close()
})

test('an address of another machine ends the start with what to do', async () => {
  expect(await refusal({ HOST: '192.0.2.1' })).toMatch(/^HOST: this machine does not have that address.*\n$/)
})

test('a data folder that cannot be one ends the start with its key', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(await refusal({ DATA_DIR: file })).toMatch(/^DATA_DIR: Larder cannot write there .*\n$/)
  expect(await refusal({ DATA_DIR: join(file, 'deeper') })).toMatch(
    /^DATA_DIR: Larder cannot write there .*\n$/,
  )
})

test('a file that is no database ends the start and is left alone', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'larder.db'), 'a shopping list\n'.repeat(100))
  expect(await refusal({ DATA_DIR: folder })).toMatch(/^DATA_DIR: larder.db there is no database.*\n$/)
})

test("a newer Larder's database ends the start and is left alone", async () => {
  const folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  const database = new Sqlite(join(folder, 'larder.db'))
  database.exec('CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT, created_at INTEGER)')
  database.prepare('INSERT INTO __drizzle_migrations VALUES (1, ?, ?)').run('', 8.64e15)
  database.close()
  expect(await refusal({ DATA_DIR: folder })).toMatch(/^The database .* was written by a newer Larder.*\n$/)
})
