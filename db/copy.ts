import { rmSync, writeFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { lastApplied, newestMigration } from './migrate.ts'
import { openUntrusted } from './origin.ts'

export class BadCopy extends Error {}

/**
 * A copy of one moment of a database, while others go on writing to it. In a process of its own,
 * please: this waits for the disk.
 */
export function copyDatabase(from: string, to: string): void {
  const connection = new Sqlite(from, { fileMustExist: true, timeout: 10_000 })
  try {
    connection.pragma('trusted_schema=OFF')
    rmSync(to, { force: true })
    // SQLite would let everybody read it.
    writeFileSync(to, '', { mode: 0o600 })
    connection.prepare('VACUUM INTO ?').run(to)
  } finally {
    connection.close()
  }
}

export interface Contents {
  /** The newest migration it has seen. */
  schema: number
  users: number
  lists: number
  items: number
  /** The storage keys of the receipts. */
  keys: string[]
}

/**
 * Reads a copy from end to end and says what is in it; throws where anything is wrong. SQL in its schema
 * may run: for a file from elsewhere, ask `originOf` first.
 */
export function examineCopy(file: string): Contents {
  const connection = openUntrusted(file)
  try {
    const complaint = connection.pragma('integrity_check(1)', { simple: true })
    if (complaint !== 'ok') throw new BadCopy(`The database is damaged: ${complaint}`)
    if (connection.pragma('foreign_key_check', { simple: true })) {
      throw new BadCopy('The database is damaged: it has rows that belong to nothing.')
    }
    const schema = lastApplied(connection)
    if (schema === 0) throw new BadCopy('This is not a database of Larder.')
    const count = (table: string) => Number(connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
    const keys = connection.prepare('SELECT storage_key FROM receipts ORDER BY id').pluck().all().map(String)
    return { schema, users: count('users'), lists: count('lists'), items: count('items'), keys }
  } finally {
    connection.close()
  }
}

export function isNewerThanProgram(schema: number): boolean {
  return schema > newestMigration()
}
