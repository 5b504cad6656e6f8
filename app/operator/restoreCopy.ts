import { statSync } from 'node:fs'
import { copyFile, type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { diskStorage } from '#app/ports/storage/disk.ts'
import { isKey, type Storage } from '#app/ports/storage/storage.ts'
import { openUntrusted } from '#db/sqlite/origin.ts'
import { needsNewer } from '#db/version.ts'
import { OperatorError } from './errors.ts'
import { checkDatabase, replaceData, type Staging, type Target } from './replaceData.ts'

// A copy from before an update is a database without receipts: it gets those of the current data.

const SQLITE = 'SQLite format 3\0'

export async function isDatabase(file: FileHandle): Promise<boolean> {
  const { buffer } = await file.read(Buffer.alloc(SQLITE.length), 0, SQLITE.length, 0)
  return buffer.toString('latin1') === SQLITE
}

export async function restoreCopy(target: Target, path: string) {
  if (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size) {
    throw new OperatorError(
      `${path} is not complete: its latest changes are still in ${path}-wal. Use a backup, or a copy from before an update. Nothing was changed.`,
    )
  }
  const { size, mtime } = statSync(path)
  const current = target.receiptStorage ?? diskStorage(join(target.dataDir, 'receipts'))
  const { staged, oldData } = await replaceData(target, size, (to) => stage(path, current, to))
  return { ...staged, createdAt: mtime.toISOString(), oldData }
}

async function stage(path: string, current: Storage, { database, storage }: Staging) {
  await copyFile(path, database)
  await sync(database)
  const { keys, ...counts } = checkDatabase(database, () => newerCopy(path, database))
  const missing: string[] = []
  let bytes = statSync(database).size
  for (const key of keys) {
    const receipt = isKey(key) ? await current.get(key) : undefined
    if (!receipt) missing.push(key)
    // In S3, it is there already.
    else if (storage !== current) await storage.put(key, receipt)
    bytes += receipt?.length ?? 0
  }
  return { contents: { ...counts, receipts: keys.length }, bytes, missing }
}

async function sync(path: string) {
  const file = await open(path, 'r+')
  await file.chmod(0o600)
  await file.sync()
  await file.close()
}

function newerCopy(path: string, database: string) {
  const connection = openUntrusted(database)
  const version = Number(connection.pragma('user_version', { simple: true }))
  connection.close()
  return new OperatorError(`${needsNewer(path, version)} Restore it with that version. Nothing was changed.`)
}
