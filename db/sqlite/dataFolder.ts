import { type FolderLock, tryLockFolder } from './lock.ts'
import { finishSwap, isSwapCommitted } from './swap.ts'

export class DataFolderInUse extends Error {}

/** Locks the data folder against a restore, and first finishes a restore that was interrupted. */
export function lockDataFolder(folder: string): FolderLock {
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

/** Allows one server per folder: two would not see each other's live events. */
export function lockForServer(folder: string): FolderLock {
  const lock = tryLockFolder(folder, 'exclusive', 'larder.server.lock')
  if (lock) return lock
  throw new DataFolderInUse(
    `DATA_DIR: another Larder server is already using ${folder}. Stop it, or use another folder: DATA_DIR=./other npm start`,
  )
}

function restoreRunning(folder: string) {
  return new DataFolderInUse(
    `DATA_DIR: a backup is being restored into ${folder}. Start Larder when the restore is finished.`,
  )
}
