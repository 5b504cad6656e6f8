import { readFileSync, writeFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

/** Overwrites the first page of the items, as a failing disk would. */
export function damageItems(file: string): void {
  const database = new Sqlite(file)
  database.pragma('wal_checkpoint(TRUNCATE)')
  const root = Number(
    database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'items'").pluck().get(),
  )
  database.close()
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0xff, (root - 1) * 4096, root * 4096))
}
