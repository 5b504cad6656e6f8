import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { openConnection } from './client.ts'

// Beside `db/` in the source and beside `build/` when built: one step up in both.
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

interface Journal {
  entries: { when: number; tag: string }[]
}

export class NewerDatabase extends Error {}

/**
 * Brings the file to this program's schema, all missing steps in one transaction. A database with
 * data in it is copied aside first; one that a newer Larder has written is refused untouched.
 */
export function migrateDatabase(file: string, folder = MIGRATIONS): { applied: string[]; copy?: string } {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal
  const existed = existsSync(file)
  const connection = openConnection(file)
  try {
    const last = lastMigration(connection)
    const newest = Math.max(...journal.entries.map((entry) => entry.when))
    if (last > newest) {
      throw new NewerDatabase(
        `The database ${file} was written by a newer Larder. Start that version, or restore an older backup; nothing was changed.`,
      )
    }
    const missing = journal.entries.filter((entry) => entry.when > last)
    if (missing.length === 0) return { applied: [] }
    const copy = existed && last > 0 ? setAside(connection, file, missing[0]?.tag ?? '') : undefined
    migrate(drizzle(connection), { migrationsFolder: folder })
    return { applied: missing.map((entry) => entry.tag), ...(copy && { copy }) }
  } finally {
    connection.close()
  }
}

function lastMigration(connection: ReturnType<typeof openConnection>): number {
  const table = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'").get()
  if (!table) return 0
  const row = connection.prepare('SELECT max(created_at) AS last FROM __drizzle_migrations').get()
  return Number((row as { last: number | null }).last ?? 0)
}

function setAside(connection: ReturnType<typeof openConnection>, file: string, tag: string) {
  const copy = `${file}.before-${tag}`
  rmSync(copy, { force: true })
  connection.prepare('VACUUM INTO ?').run(copy)
  return copy
}
