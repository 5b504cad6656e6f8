import Sqlite from 'better-sqlite3'
import { lastApplied } from './migrate.ts'
import { openUntrusted } from './origin.ts'
import { vacuumInto } from './vacuumInto.ts'

export class InvalidCopy extends Error {}

/** Blocks the event loop, so call it in a separate process, not in the server. */
export function copyDatabase(from: string, to: string): void {
  const connection = new Sqlite(from, { fileMustExist: true, timeout: 10_000 })
  try {
    connection.pragma('trusted_schema=OFF')
    vacuumInto(connection, to)
  } finally {
    connection.close()
  }
}

export interface Contents {
  schema: number
  users: number
  lists: number
  items: number
  keys: string[]
}

/** SQL in its schema may run: check a file from elsewhere with `originOf` first. */
export function inspectCopy(file: string): Contents {
  const connection = openUntrusted(file)
  try {
    const result = connection.pragma('integrity_check(1)', { simple: true })
    if (result !== 'ok') throw new InvalidCopy(`The database is damaged: ${result}`)
    if (connection.pragma('foreign_key_check', { simple: true })) {
      throw new InvalidCopy('The database is damaged: some rows refer to rows that do not exist.')
    }
    const schema = lastApplied(connection)
    if (schema === 0) throw new InvalidCopy('This is not a Larder database.')
    const count = (table: string) => Number(connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
    const keys = connection.prepare('SELECT storage_key FROM receipts ORDER BY id').pluck().all().map(String)
    return { schema, users: count('users'), lists: count('lists'), items: count('items'), keys }
  } finally {
    connection.close()
  }
}

/** What signs somebody in. A copy from before may not have all of these tables. */
const SIGN_INS = ['sessions', 'tokens', 'api_tokens']

/** Some of those in an older copy have ended since, and nothing in the copy says which. */
export function endSignIns(file: string): void {
  const connection = new Sqlite(file, { fileMustExist: true })
  try {
    connection.pragma('trusted_schema=OFF')
    const exists = connection.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
    for (const table of SIGN_INS) if (exists.get(table)) connection.prepare(`DELETE FROM ${table}`).run()
  } finally {
    connection.close()
  }
}
