import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database as Connection } from 'better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { openConnection } from './client.ts'
import { makeFolder } from './folder.ts'

// Beside `db/` in the source and beside `build/` when built: one step up in both.
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

export interface Step {
  tag: string
  /** When it was written: migrations are applied in this order. */
  when: number
  hash: string
  statements: string[]
}

export class NewerDatabase extends Error {}
export class ForeignDatabase extends Error {}

/**
 * Brings the file to this program's schema, all missing steps in one transaction. A database with
 * data in it is copied aside first; one that a newer Larder has written is refused untouched.
 */
export function migrateDatabase(file: string, folder = MIGRATIONS): { applied: string[]; copy?: string } {
  makeFolder(dirname(file))
  const steps = readSteps(folder)
  const existed = existsSync(file)
  const connection = openConnection(file)
  try {
    const last = lastApplied(connection)
    const newest = Math.max(...steps.map((step) => step.when))
    if (last > newest) {
      throw new NewerDatabase(
        `The database ${file} was written by a newer Larder. Start that version, or restore an older backup; nothing was changed.`,
      )
    }
    if (last === 0 && hasTables(connection)) {
      throw new ForeignDatabase(`${file} belongs to another program. Name another folder.`)
    }
    const [first] = steps.filter((step) => step.when > last)
    if (!first) return { applied: [] }
    const copy = existed && last > 0 ? setAside(connection, file, first.tag) : undefined
    return { applied: applySteps(connection, steps), ...(copy && { copy }) }
  } finally {
    connection.close()
  }
}

/** When the newest migration that this program knows was written. */
export function newestMigration(folder = MIGRATIONS): number {
  return Math.max(...readSteps(folder).map((step) => step.when))
}

/** This program's migrations, oldest first. */
export function readSteps(folder = MIGRATIONS): Step[] {
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

/** When the newest migration that a database has seen was written; 0 for none. */
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

function setAside(connection: Connection, file: string, tag: string) {
  const copy = `${file}.before-${tag}`
  rmSync(copy, { force: true })
  connection.prepare('VACUUM INTO ?').run(copy)
  return copy
}

/** Applies the steps that the database has not seen yet. */
export function applySteps(connection: Connection, steps: Step[]): string[] {
  // SQLite changes a table by making it anew: with foreign keys on, dropping the old one would
  // delete everything that refers to it, and inside a transaction they cannot be switched off.
  connection.pragma('foreign_keys=OFF')
  const run = connection.transaction(() => {
    connection.exec(
      'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT',
    )
    // Asked again inside: another process may have been faster.
    const last = lastApplied(connection)
    const missing = steps.filter((step) => step.when > last)
    const note = connection.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)')
    for (const { statements, hash, when } of missing) {
      for (const statement of statements) connection.exec(statement)
      note.run(hash, when)
    }
    if (connection.pragma('foreign_key_check', { simple: true })) {
      throw new Error('A migration left rows that refer to nothing.')
    }
    return missing.map((step) => step.tag)
  })
  return run.immediate()
}
