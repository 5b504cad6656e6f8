import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
const SERVER_URL = 'larder.server.url'

/** Ms. Other processes take the lock for a moment to find out whether a server has it. */
const SERVER_LOCK_TIMEOUT = 500

/** Allows one server per folder: two would not see each other's live events. Its URL is noted for other processes. */
export function lockForServer(folder: string, url = '') {
  const lock = tryLockFolder(folder, 'exclusive', SERVER_LOCK, SERVER_LOCK_TIMEOUT)
  if (!lock) {
    throw new DataFolderInUse(
      `DATA_DIR: another Larder server is already using ${folder}. Stop it, or use another folder: DATA_DIR=./other npm start`,
    )
  }
  const note = join(folder, SERVER_URL)
  try {
    writeFileSync(note, url)
  } catch {
    // On a full disk, the server can still show what there is.
  }
  return {
    release() {
      try {
        rmSync(note, { force: true })
      } catch {
        // On a read-only disk it stays, but without the lock it doesn't count.
      }
      lock.release()
    },
  }
}

/** Where the server listens that uses this folder. One that was killed leaves its note, but not its lock. */
export function urlOfServer(folder: string): string | undefined {
  const note = join(folder, SERVER_URL)
  return isServerRunning(folder) && existsSync(note) ? readFileSync(note, 'utf8') || undefined : undefined
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
export function tryLockFolder(
  folder: string,
  mode: 'shared' | 'exclusive',
  name = 'larder.lock',
  timeout = 0,
) {
  makeFolder(folder)
  const connection = new Sqlite(join(folder, name), { timeout })
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
