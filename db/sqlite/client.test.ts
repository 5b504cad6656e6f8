import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'
import { rateLimits } from '../schema.ts'
import { openDatabase } from './client.ts'
import { migrateDatabase } from './migrate.ts'

function database() {
  const file = join(temporaryFolder(), 'larder.db')
  migrateDatabase(file)
  const opened = openDatabase(file)
  onTestFinished(() => opened.close())
  return opened
}

const FULL = 2
const MEMORY = 2

test.each([
  ['reader', 5000],
  // The writer waits without blocking the event loop: see write.ts.
  ['writer', 0],
] as const)('the %s connection has the right settings', (which, timeout) => {
  const connection = database()[which]
  const pragma = (name: string) => connection.pragma(name, { simple: true })
  expect(pragma('busy_timeout')).toBe(timeout)
  expect(pragma('journal_mode')).toBe('wal')
  expect(pragma('synchronous')).toBe(FULL)
  expect(pragma('foreign_keys')).toBe(1)
  expect(pragma('temp_store')).toBe(MEMORY)
  expect(pragma('cache_size')).toBe(-16000)
  expect(pragma('journal_size_limit')).toBe(67108864)
  expect(pragma('trusted_schema')).toBe(0)
})

test('the read connection refuses to write', async () => {
  const { db } = database()
  const write = async () => db.insert(rateLimits).values({ key: 'k', window: 0, count: 0 }).run()
  await expect(write()).rejects.toThrow(/readonly/)
})

test('a write is visible to reads as soon as it resolves', async () => {
  const { db, write } = database()
  await write((tx) => tx.insert(rateLimits).values({ key: 'k', window: 0, count: 0 }).run())
  expect(await db.select().from(rateLimits).all()).toHaveLength(1)
})

test('closing waits for pending writes', async () => {
  const { write, close } = database()
  const written = write((tx) => tx.insert(rateLimits).values({ key: 'k', window: 0, count: 0 }).run())
  await close()
  expect((await written).changes).toBe(1)
})

// security: wal-bug
test('SQLite includes the fix for its WAL corruption bug', () => {
  const version = database().reader.prepare('SELECT sqlite_version() AS v').get() as { v: string }
  const [major = 0, minor = 0, patch = 0] = version.v.split('.').map(Number)
  expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(3_051_003)
})
