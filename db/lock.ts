import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { makeFolder } from './folder.ts'

export interface Hold {
  release(): void
}

/**
 * Says that this process uses the data folder: together with others, or alone. The lock is SQLite's
 * on a file of its own, so the system takes it back however the process ends, and works wherever
 * the database does. Undefined when others stand in the way.
 */
export function holdData(folder: string, how: 'shared' | 'alone', name = 'larder.lock'): Hold | undefined {
  makeFolder(folder)
  const connection = new Sqlite(join(folder, name), { timeout: 0 })
  try {
    connection.exec(how === 'alone' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT 1 FROM sqlite_schema')
  } catch (error) {
    connection.close()
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
  return { release: () => void connection.close() }
}
