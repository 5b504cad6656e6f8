import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'
import { flashes } from '../schema.ts'
import { openConnection, openDatabase } from './client.ts'
import { migrateDatabase } from './migrate.ts'

/** A database with a second connection, which counts as another process for SQLite, in a write transaction. */
function lockedDatabase() {
  const file = join(temporaryFolder(), 'larder.db')
  migrateDatabase(file)
  const database = openDatabase(file)
  const other = openConnection(file)
  other.exec('BEGIN IMMEDIATE')
  const add = (id: string) =>
    database.write((tx) => tx.insert(flashes).values({ id, body: '', expiresAt: 0 }).run())
  return { database, other, add }
}

test('while another process writes, our writes wait and reads continue', async () => {
  const { database, other, add } = lockedDatabase()
  let done = false
  const writing = Promise.all([add('a'), add('b')]).then(() => {
    done = true
  })
  for (let tick = 0; tick < 50; tick += 1) {
    expect(await database.db.select().from(flashes).all()).toEqual([])
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(done).toBe(false)
  other.exec('ROLLBACK')
  await writing
  expect(await database.db.select().from(flashes).all()).toHaveLength(2)
  await database.close()
  other.close()
})

test('a lock that is held too long fails the write; after its release the next write works', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { database, other, add } = lockedDatabase()
  const writing = add('a')
  const refused = expect(writing).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(6_000)
  await refused
  vi.useRealTimers()
  other.exec('ROLLBACK')
  await add('b')
  expect(await database.db.select().from(flashes).all()).toMatchObject([{ id: 'b' }])
  await database.close()
  other.close()
})
