import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database as Connection } from 'better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { MIGRATIONS } from '../migrationsFolder.ts'
import { openConnection } from './client.ts'
import { makeFolder } from './folder.ts'

export interface Migration {
  tag: string
  when: number
  hash: string
  statements: string[]
}

export class NewerDatabase extends Error {}
export class UnknownDatabase extends Error {}

/** First copies an existing database next to the original. Changes no database of a newer Larder. */
export function migrateDatabase(file: string, folder = MIGRATIONS): { applied: string[]; copy?: string } {
  makeFolder(dirname(file))
  const migrations = readMigrations(folder)
  const existed = existsSync(file)
  const connection = openConnection(file)
  try {
    const last = lastApplied(connection)
    const newest = Math.max(...migrations.map(({ when }) => when))
    if (last > newest) {
      throw new NewerDatabase(
        `The database ${file} was written by a newer version of Larder. Start that version, or restore an older backup. Nothing was changed.`,
      )
    }
    if (last === 0 && hasTables(connection)) {
      throw new UnknownDatabase(`${file} belongs to another program. Set DATA_DIR to another folder.`)
    }
    const [first] = migrations.filter(({ when }) => when > last)
    if (!first) return { applied: [] }
    const copy = existed && last > 0 ? copyBefore(connection, file, first.tag) : undefined
    return { applied: applyMigrations(connection, migrations), ...(copy && { copy }) }
  } finally {
    connection.close()
  }
}

export const newestMigration = (folder = MIGRATIONS) =>
  Math.max(...readMigrations(folder).map(({ when }) => when))

export function readMigrations(folder = MIGRATIONS): Migration[] {
  const journal: { entries: { when: number; tag: string }[] } = JSON.parse(
    readFileSync(join(folder, 'meta/_journal.json'), 'utf8'),
  )
  const files = readMigrationFiles({ migrationsFolder: folder })
  return journal.entries.map(({ tag, when }, at) => ({
    tag,
    when,
    hash: files[at]?.hash ?? '',
    statements: files[at]?.sql ?? [],
  }))
}

export function lastApplied(connection: Connection): number {
  const table = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'").get()
  if (!table) return 0
  const row = connection.prepare('SELECT max(created_at) AS last FROM __drizzle_migrations').get()
  return Number((row as { last: number | null }).last ?? 0)
}

function hasTables(connection: Connection): boolean {
  const found = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name != '__drizzle_migrations'").get()
  return found !== undefined
}

function copyBefore(connection: Connection, file: string, tag: string) {
  const copy = `${file}.before-${tag}`
  rmSync(copy, { force: true })
  connection.prepare('VACUUM INTO ?').run(copy)
  return copy
}

export function applyMigrations(connection: Connection, migrations: Migration[]): string[] {
  // Changing a table in SQLite means creating a new one and dropping the old one. With foreign keys on,
  // the drop would delete all rows that refer to it. They cannot be turned off inside a transaction.
  connection.pragma('foreign_keys=OFF')
  const run = connection.transaction(() => {
    connection.exec(
      'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT',
    )
    // Read again inside the transaction: another process may have migrated in the meantime.
    const last = lastApplied(connection)
    const missing = migrations.filter(({ when }) => when > last)
    const record = connection.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)')
    for (const { statements, hash, when } of missing) {
      for (const statement of statements) connection.exec(statement)
      record.run(hash, when)
    }
    if (connection.pragma('foreign_key_check', { simple: true })) {
      throw new Error('A migration left rows that refer to rows that do not exist.')
    }
    return missing.map(({ tag }) => tag)
  })
  return run.immediate()
}
