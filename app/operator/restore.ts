import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { codeOf, diskStorage } from '#app/ports/storage/disk.ts'
import { type Storage, StorageFailure } from '#app/ports/storage/storage.ts'
import { InvalidCopy, inspectCopy } from '#db/sqlite/copy.ts'
import { tryLockFolder } from '#db/sqlite/dataFolder.ts'
import { originOf } from '#db/sqlite/origin.ts'
import { clearStaging, commitSwap, createStaging, finishSwap } from '#db/sqlite/swap.ts'
import { type CheckedBackup, checkBackup, madeByNewer } from './checkBackup.ts'
import { OperatorError } from './errors.ts'
import { DATABASE, type Manifest, RECEIPTS } from './manifest.ts'
import { readTar, type TarFile } from './tar.ts'

type Target = { dataDir: string; receiptStorage: Storage | undefined }

export async function restoreBackup(target: Target, path: string) {
  // Opening a pipe would wait for a writer, and a device may have no end.
  if (!statSync(path).isFile()) throw new OperatorError(`${path} is not a file. Nothing was changed.`)
  const file = await open(path, 'r')
  try {
    const backup = await checkBackup(file)
    const lock = tryLockFolder(target.dataDir, 'exclusive')
    if (!lock) {
      throw new OperatorError(`Larder is using ${target.dataDir}. Stop it first. Nothing was changed.`)
    }
    try {
      return { manifest: backup.manifest, oldData: await replace(target, file, backup) }
    } finally {
      lock.release()
    }
  } finally {
    await file.close()
  }
}

async function replace(target: Target, file: FileHandle, backup: CheckedBackup) {
  const { dataDir } = target
  finishSwap(dataDir)
  try {
    await stage(target, file, backup)
  } catch (error) {
    clearStaging(dataDir)
    if (!isFull(error)) throw error
    throw new OperatorError(
      `There is not enough room in ${dataDir}: the backup needs ${megabytes(backup.manifest)} MB in addition to the current data. Nothing was changed.`,
    )
  }
  commitSwap(dataDir)
  return finishSwap(dataDir)
}

function isFull(error: unknown): boolean {
  const code = codeOf(error instanceof StorageFailure ? error.cause : error)
  return code === 'ENOSPC' || code === 'EDQUOT'
}

function megabytes({ files }: Manifest): string {
  return (files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1)
}

async function stage({ dataDir, receiptStorage }: Target, file: FileHandle, backup: CheckedBackup) {
  if (!receiptStorage) refuseOtherDisk(dataDir)
  const staged = createStaging(dataDir)
  const database = join(staged, DATABASE)
  await unpack(file, backup, database)
  const keys = checkedKeys(database, backup)
  if (!receiptStorage) await mkdir(join(staged, 'receipts'), { mode: 0o700 })
  const storage = receiptStorage ?? diskStorage(join(staged, 'receipts'))
  await readTar(file, async (entry) => {
    const key = entry.name.slice(RECEIPTS.length)
    if (entry.name.startsWith(RECEIPTS) && keys.has(key)) {
      await storage.put(key, await buffer(verified(entry, backup)))
    }
  })
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

async function unpack(file: FileHandle, backup: CheckedBackup, path: string) {
  const out = await open(path, 'w', 0o600)
  try {
    await readTar(file, async (entry) => {
      if (entry.name !== DATABASE) return
      for await (const chunk of verified(entry, backup)) await out.writeFile(chunk)
    })
    await out.sync()
  } finally {
    await out.close()
  }
}

/** Checks the database itself too: the hashes only prove that it is the file that was saved. */
function checkedKeys(database: string, { manifest, hashes }: CheckedBackup): Set<string> {
  const keys = orDamaged(() => {
    refuseOtherSchema(database)
    return inspectCopy(database).keys
  })
  const missing = keys.filter((key) => !hashes.has(RECEIPTS + key) && !manifest.missing.includes(key))
  if (missing.length > 0) {
    throw new OperatorError(
      `This backup is incomplete: ${missing.length} of its ${keys.length} receipts are missing. Nothing was changed.`,
    )
  }
  return new Set(keys)
}

function refuseOtherSchema(database: string) {
  const origin = originOf(database)
  if (origin.madeBy === 'newer larder') throw madeByNewer()
  if (origin.madeBy === 'another program') {
    throw new OperatorError(
      `The database in this backup is not as Larder created it: ${origin.reason}. Nothing was changed.`,
    )
  }
}

function orDamaged<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const isDamage = error instanceof InvalidCopy || /SQLITE_(?:NOTADB|CORRUPT)/.test(String(codeOf(error)))
    if (!isDamage) throw error
    throw new OperatorError('The database in this backup is damaged. Nothing was changed.', { cause: error })
  }
}

/** Hashes the file again, because it could have changed since the check. */
async function* verified({ name, content }: TarFile, { hashes }: CheckedBackup) {
  const hash = createHash('sha256')
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== hashes.get(name)) {
    throw new OperatorError(
      `The backup file was modified during the restore, at ${name}. Nothing was changed.`,
    )
  }
}
