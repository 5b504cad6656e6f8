import { statSync } from 'node:fs'
import { copyFile, type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { diskStorage } from '#app/ports/storage/disk.ts'
import { type Storage, sizesIn } from '#app/ports/storage/storage.ts'
import { openUntrusted } from '#db/sqlite/origin.ts'
import { needsNewer } from '#db/version.ts'
import { OperatorError } from './errors.ts'
import { checkDatabase, replaceData, type Space, type Staging, type Target } from './replaceData.ts'

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
  const { size: bytes, mtime } = statSync(path)
  const space = { bytes }
  const current = target.receiptStorage ?? diskStorage(join(target.dataDir, 'receipts'))
  const { staged, oldData } = await replaceData(target, space, (to) => stage({ path, current, space }, to))
  return { ...staged, createdAt: mtime.toISOString(), oldData }
}

type Source = { path: string; current: Storage; space: Space }

async function stage({ path, current, space }: Source, { database, storage }: Staging) {
  const isLocal = storage !== current
  const sizes = await sizesIn(current)
  // All receipts of the current data, until the copy says which of them it has.
  if (isLocal) space.bytes += sum(sizes.values())
  await copyFile(path, database)
  await sync(database)
  const { keys, ...counts } = checkDatabase(database, () => newerCopy(path, database))
  const bytes = statSync(database).size + sum(keys.map((key) => sizes.get(key) ?? 0))
  if (isLocal) space.bytes = bytes
  const missing: string[] = []
  for (const key of keys) {
    // In S3, it is there already.
    const isThere = sizes.has(key) && (!isLocal || (await copyReceipt(key, current, storage)))
    if (!isThere) missing.push(key)
  }
  return { contents: { ...counts, receipts: keys.length }, bytes, missing }
}

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0)

async function copyReceipt(key: string, from: Storage, to: Storage): Promise<boolean> {
  const receipt = await from.get(key)
  if (receipt) await to.put(key, receipt)
  return receipt !== undefined
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
