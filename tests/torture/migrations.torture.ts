import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openConnection } from '#db/sqlite/client.ts'
import { migrateDatabase } from '#db/sqlite/migrate.ts'
import { firstMigrations, journal } from '#tests/support/migrations.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { size } from '#tests/support/size.ts'
import { createRandom, report } from './support/random.ts'
import { spawnServer, startServer } from './support/server.ts'

const KILLS = size('TORTURE_MIGRATION_KILLS', { short: 1, full: 60 })

test('data of every released schema survives a kill during migration', async () => {
  const folder = temporaryFolder()
  const random = createRandom('migrations')
  const states = new Set<string>()
  for (const [at, { tag }] of journal.entries.entries()) {
    const old = join(folder, tag)
    const rows = createOldData(old, join(folder, `${tag}.migrations`), at + 1)
    const dataDir = join(folder, 'data')
    let longest = 1_500
    for (let n = 0; n < KILLS; n += 1) {
      cpSync(old, dataDir, { recursive: true })
      const child = spawnServer(dataDir)
      await wait(random.between(0, longest))
      child.kill('SIGKILL')
      await new Promise((resolve) => child.once('exit', resolve))
      states.add(`${tag} → ${schemaOf(dataDir)}`)
      const server = await startServer(dataDir)
      longest = Math.min(longest, Math.ceil(server.readyAfter))
      expect(await server.stop()).toBe(0)
      expect(rowsIn(dataDir)).toEqual(rows)
      expect(schemaOf(dataDir)).toBe(journal.entries.at(-1)?.tag)
      rmSync(dataDir, { recursive: true })
    }
  }
  report('migrations killed', { schemas: journal.entries.length, kills: journal.entries.length * KILLS })
  report('schemas after the kills', Object.fromEntries([...states].map((state) => [state, 'seen'])))
})

/** A database of an older version, with a list. */
function createOldData(dataDir: string, migrations: string, count: number) {
  const file = join(dataDir, 'larder.db')
  migrateDatabase(file, firstMigrations(count, migrations))
  const database = openConnection(file)
  database.exec(`
    INSERT INTO users (id, name, email, password_hash, created_at) VALUES ('u', 'Ada', 'ada@example.org', 'x', 1);
    INSERT INTO lists (id, name, created_by, created_at, revision) VALUES ('l', 'Saturday', 'u', 2, 3);
    INSERT INTO items (id, list_id, name, quantity_milli, price_cents, position, created_at, updated_at)
      VALUES ('i', 'l', 'milk', 1500, 239, 1, 3, 4), ('j', 'l', 'eggs', 1000, 0, 2, 3, 4);
    INSERT INTO receipts (id, list_id, storage_key, content_type, bytes, width, height, created_at)
      VALUES ('r', 'l', '${'0'.repeat(32)}.webp', 'image/webp', 1, 1, 1, 5);
  `)
  database.close()
  return rowsIn(dataDir)
}

/** User data, in the columns that all schemas have. */
function rowsIn(dataDir: string) {
  const database = new Sqlite(join(dataDir, 'larder.db'))
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    return [
      'SELECT id, name, email, password_hash, created_at FROM users',
      'SELECT id, name, created_by, created_at, revision FROM lists',
      'SELECT id, list_id, name, quantity_milli, price_cents, position, created_at, updated_at FROM items ORDER BY id',
      'SELECT id, list_id, storage_key, bytes FROM receipts',
    ].map((query) => database.prepare(query).all())
  } finally {
    database.close()
  }
}

function schemaOf(dataDir: string): string | undefined {
  const file = join(dataDir, 'larder.db')
  if (!existsSync(file)) return undefined
  const database = new Sqlite(file)
  const last = database.prepare('SELECT max(created_at) FROM __drizzle_migrations').pluck().get()
  database.close()
  return journal.entries.find(({ when }) => when === last)?.tag
}
