import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { diskStorage } from '#app/ports/storage/disk.ts'
import type { Storage } from '#app/ports/storage/storage.ts'
import { InvalidCopy, inspectCopy } from '#db/copy.ts'
import { tryLockFolder } from '#db/lock.ts'
import { originOf } from '#db/origin.ts'
import { clearStaging, commitSwap, createStaging, finishSwap } from '#db/swap.ts'
import { type CheckedBackup, checkBackup } from './checkBackup.ts'
import { DATABASE, type Manifest } from './manifest.ts'
import { OperatorError } from './sentence.ts'
import { contentOf, type TarEntry } from './tar.ts'

interface Target {
  dataDir: string
  /** Where receipts go when they are not kept in the data folder. */
  elsewhere: Storage | undefined
}

export interface Restored {
  manifest: Manifest
  /** What was there before. */
  aside: string | undefined
}

/** Checks all of the archive, puts the data together beside the present one, and only then swaps them. */
export async function restoreBackup(target: Target, path: string): Promise<Restored> {
  const file = await open(path, 'r')
  try {
    const backup = await checkBackup(file)
    const hold = tryLockFolder(target.dataDir, 'exclusive')
    if (!hold) {
      throw new OperatorError(
        `A Larder is using ${target.dataDir} at the moment. Stop it first. Nothing was changed.`,
      )
    }
    try {
      return { manifest: backup.manifest, aside: await replace(target, file, backup) }
    } finally {
      hold.release()
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
    throw error
  }
  commitSwap(dataDir)
  return finishSwap(dataDir)
}

async function stage({ dataDir, elsewhere }: Target, file: FileHandle, backup: CheckedBackup) {
  if (!elsewhere) refuseOtherDisk(dataDir)
  const staged = createStaging(dataDir)
  const database = join(staged, DATABASE)
  await unpack(file, backup, database)
  const keys = examine(database, backup)
  if (!elsewhere) await mkdir(join(staged, 'receipts'), { mode: 0o700 })
  const storage = elsewhere ?? diskStorage(join(staged, 'receipts'))
  for (const key of keys) {
    const entry = backup.receipts.get(key)
    if (entry) await storage.put(key, await buffer(verified(file, entry, backup)))
  }
}

/** Folders that cannot be moved are found before anything was. */
function refuseOtherDisk(dataDir: string) {
  const receipts = statSync(join(dataDir, 'receipts'), { throwIfNoEntry: false })
  if (receipts && receipts.dev !== statSync(dataDir).dev) {
    throw new OperatorError(
      `${join(dataDir, 'receipts')} is on another disk than ${dataDir} and cannot be set aside. Nothing was changed.`,
    )
  }
}

async function unpack(file: FileHandle, backup: CheckedBackup, path: string) {
  const out = await open(path, 'w', 0o600)
  try {
    for await (const chunk of verified(file, backup.database, backup)) await out.writeFile(chunk)
    await out.sync()
  } finally {
    await out.close()
  }
}

/** The database itself is asked, too: hashes only say that it is what was packed. */
function examine(database: string, backup: CheckedBackup): string[] {
  const keys = orDamaged(() => {
    refuseForeignSchema(database)
    return inspectCopy(database).keys
  })
  const lost = keys.filter((key) => !backup.receipts.has(key) && !backup.manifest.missing.includes(key))
  if (lost.length > 0) {
    throw new OperatorError(`This backup lacks ${lost.length} of its receipts. Nothing was changed.`)
  }
  return keys
}

function refuseForeignSchema(database: string) {
  const origin = originOf(database)
  if (origin.madeBy === 'newer larder') {
    throw new OperatorError(
      'This backup was made by a newer Larder. Restore it with that version. Nothing was changed.',
    )
  }
  if (origin.madeBy === 'another program') {
    throw new OperatorError(
      `The database in this backup is not as Larder made it: ${origin.reason}. Nothing was changed.`,
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

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Hashed once more: minutes may have passed since the check. */
async function* verified(file: FileHandle, entry: TarEntry, { hashes }: CheckedBackup) {
  const hash = createHash('sha256')
  for await (const chunk of contentOf(file, entry)) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== hashes.get(entry.name)) {
    throw new OperatorError(`The backup changed while it was read, at ${entry.name}. Nothing was changed.`)
  }
}
