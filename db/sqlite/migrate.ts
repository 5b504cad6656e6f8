import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database as Connection } from 'better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { MIGRATIONS } from '../migrationsFolder.ts'
import { needsNewer, THIS_VERSION, versionNumber } from '../version.ts'
import { openConnection } from './client.ts'
import { copyBefore, newestCopy } from './copyBefore.ts'
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
    refuseNewer(connection, file, migrations)
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

/** Names the version that is needed, and the newest copy from before its update, which this one can open. */
export function refuseNewer(connection: Connection, file: string, migrations = readMigrations()): void {
  const times = migrations.map(({ when }) => when)
  if (lastApplied(connection) <= Math.max(...times)) return
  const copy = newestCopy(file, (connection) => times.includes(lastApplied(connection)))
  const restore = (path: string) =>
    `DATA_DIR=${quoted(dirname(file))} npm run restore -- ${quoted(path)} (in a container or as a service: larder restore ${quoted(path)})`
  const back = copy
    ? `Or go back to the copy from before the update, without what was changed since: ${restore(copy)}`
    : `Or restore a backup from before the update: ${restore('FILE')}`
  const needed = needsNewer(`The database ${file}`, versionIn(connection))
  throw new NewerDatabase(`${needed} Nothing was changed. Start that version. ${back}`)
}

/** For a shell. */
const quoted = (path: string) => (/[^\w@%+=:,./-]/.test(path) ? `'${path.replaceAll("'", `'\\''`)}'` : path)

/** The version of Larder that its schema needs. */
export const versionIn = (connection: Connection) =>
  Number(connection.pragma('user_version', { simple: true }))

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
    if (missing.length > 0) connection.pragma(`user_version=${versionNumber(THIS_VERSION) ?? 0}`)
    if (connection.pragma('foreign_key_check', { simple: true })) {
      throw new Error('A migration left rows that refer to rows that do not exist.')
    }
    return missing.map(({ tag }) => tag)
  })
  return run.immediate()
}
