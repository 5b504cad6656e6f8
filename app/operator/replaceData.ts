import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, diskStorage } from '#app/ports/storage/disk.ts'
import { type Storage, StorageFailure } from '#app/ports/storage/storage.ts'
import { type Contents, endSignIns, InvalidCopy, inspectCopy } from '#db/sqlite/copy.ts'
import { tryLockFolder } from '#db/sqlite/dataFolder.ts'
import { originOf } from '#db/sqlite/origin.ts'
import { clearStaging, commitSwap, createStaging, finishSwap } from '#db/sqlite/swap.ts'
import { OperatorError } from './errors.ts'
import { DATABASE } from './manifest.ts'

export type Target = { dataDir: string; receiptStorage: Storage | undefined }

/** Where the new data is put together before it replaces the current data. */
export type Staging = { database: string; storage: Storage }

/** How much the new data needs. Preparing it may find out that it is more. */
export type Space = { bytes: number }

/** Either all of it is replaced or nothing. */
export async function replaceData<T>(target: Target, space: Space, stage: (to: Staging) => Promise<T>) {
  const { dataDir } = target
  const lock = tryLockFolder(dataDir, 'exclusive')
  if (!lock) throw new OperatorError(`Larder is using ${dataDir}. Stop it first. Nothing was changed.`)
  try {
    finishSwap(dataDir)
    const staged = await stageIn(target, stage).catch((error) => {
      clearStaging(dataDir)
      throw isFull(error) ? noSpace(dataDir, space) : error
    })
    commitSwap(dataDir)
    return { staged, oldData: finishSwap(dataDir) }
  } finally {
    lock.release()
  }
}

async function stageIn<T>({ dataDir, receiptStorage }: Target, stage: (to: Staging) => Promise<T>) {
  if (!receiptStorage) refuseOtherDisk(dataDir)
  const staged = createStaging(dataDir)
  const receipts = join(staged, 'receipts')
  if (!receiptStorage) await mkdir(receipts, { mode: 0o700 })
  const database = join(staged, DATABASE)
  const result = await stage({ database, storage: receiptStorage ?? diskStorage(receipts) })
  endSignIns(database)
  return result
}

/** A folder on another disk can't be moved; this finds out before anything is changed. */
function refuseOtherDisk(dataDir: string) {
  const receipts = statSync(join(dataDir, 'receipts'), { throwIfNoEntry: false })
  if (receipts && receipts.dev !== statSync(dataDir).dev) {
    throw new OperatorError(
      `${join(dataDir, 'receipts')} is on a different disk than ${dataDir}, so it can't be moved. Nothing was changed.`,
    )
  }
}

function isFull(error: unknown): boolean {
  const code = codeOf(error instanceof StorageFailure ? error.cause : error)
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL'
}

const noSpace = (dataDir: string, { bytes }: Space) =>
  new OperatorError(
    `There is not enough room in ${dataDir}: the backup needs ${(bytes / 1e6).toFixed(1)} MB in addition to the current data. Nothing was changed.`,
  )

/** Before any SQL in its schema runs. `newer` makes the error for one of a newer Larder. */
export function checkDatabase(database: string, newer: () => Error): Contents {
  try {
    const origin = originOf(database)
    if (origin.madeBy === 'newer larder') throw newer()
    if (origin.madeBy === 'another program') {
      throw new OperatorError(
        `The database in this backup is not as Larder created it: ${origin.reason}. Nothing was changed.`,
      )
    }
    return inspectCopy(database)
  } catch (error) {
    const isDamage = error instanceof InvalidCopy || /SQLITE_(?:NOTADB|CORRUPT)/.test(String(codeOf(error)))
    if (!isDamage) throw error
    throw new OperatorError('The database in this backup is damaged. Nothing was changed.', { cause: error })
  }
}
