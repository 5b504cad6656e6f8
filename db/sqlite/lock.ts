import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { makeFolder } from './folder.ts'

export interface FolderLock {
  release(): void
}

/** SQLite's lock on a separate file: the system releases it however the process ends. Undefined if it is taken. */
export function tryLockFolder(
  folder: string,
  mode: 'shared' | 'exclusive',
  name = 'larder.lock',
): FolderLock | undefined {
  makeFolder(folder)
  const connection = new Sqlite(join(folder, name), { timeout: 0 })
  try {
    connection.exec(mode === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT 1 FROM sqlite_schema')
  } catch (error) {
    connection.close()
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
  return { release: () => void connection.close() }
}
