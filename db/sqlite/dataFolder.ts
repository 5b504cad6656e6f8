import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { makeFolder } from './folder.ts'
import { finishSwap, isSwapCommitted } from './swap.ts'

export class DataFolderInUse extends Error {}

export function lockDataFolder(folder: string) {
  if (isSwapCommitted(folder)) {
    const exclusive = tryLockFolder(folder, 'exclusive')
    if (!exclusive) throw restoreRunning(folder)
    try {
      finishSwap(folder)
    } finally {
      exclusive.release()
    }
  }
  const lock = tryLockFolder(folder, 'shared')
  if (!lock) throw restoreRunning(folder)
  return lock
}

const SERVER_LOCK = 'larder.server.lock'

/** Allows one server per folder: two would not see each other's live events. */
export function lockForServer(folder: string) {
  const lock = tryLockFolder(folder, 'exclusive', SERVER_LOCK)
  if (lock) return lock
  throw new DataFolderInUse(
    `DATA_DIR: another Larder server is already using ${folder}. Stop it, or use another folder: DATA_DIR=./other npm start`,
  )
}

/** Creates nothing, and holds the lock for no longer than a read. */
export function isServerRunning(folder: string): boolean {
  const file = join(folder, SERVER_LOCK)
  if (!existsSync(file)) return false
  const connection = new Sqlite(file, { readonly: true, timeout: 0 })
  try {
    connection.prepare('SELECT 1 FROM sqlite_schema').get()
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    connection.close()
  }
}

function restoreRunning(folder: string) {
  return new DataFolderInUse(
    `DATA_DIR: a backup is being restored into ${folder}. Start Larder when the restore is finished.`,
  )
}

/** SQLite's lock on a separate file: the system releases it however the process ends. Undefined if it is taken. */
export function tryLockFolder(folder: string, mode: 'shared' | 'exclusive', name = 'larder.lock') {
  makeFolder(folder)
  const connection = new Sqlite(join(folder, name), { timeout: 0 })
  try {
    connection.exec(mode === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT 1 FROM sqlite_schema')
  } catch (error) {
    connection.close()
    if (isBusy(error)) return undefined
    throw error
  }
  return { release: () => void connection.close() }
}

const isBusy = (error: unknown) => error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
