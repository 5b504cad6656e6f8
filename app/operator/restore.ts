import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type CheckedBackup, checkBackup, madeByNewer } from './checkBackup.ts'
import { OperatorError } from './errors.ts'
import { DATABASE, RECEIPTS } from './manifest.ts'
import { checkDatabase, replaceData, type Staging, type Target } from './replaceData.ts'
import { isDatabase, restoreCopy } from './restoreCopy.ts'
import { readTar, type TarFile } from './tar.ts'

export async function restoreBackup(target: Target, path: string) {
  // Opening a pipe would wait for a writer, and a device may have no end.
  if (!statSync(path).isFile()) throw new OperatorError(`${path} is not a file. Nothing was changed.`)
  const file = await open(path, 'r')
  try {
    if (await isDatabase(file)) return await restoreCopy(target, path)
    const backup = await checkBackup(file)
    const { contents, createdAt, files, missing } = backup.manifest
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const { oldData } = await replaceData(target, { bytes }, (to) => stage(file, backup, to))
    return { contents, createdAt, bytes, missing, oldData }
  } finally {
    await file.close()
  }
}

async function stage(file: FileHandle, backup: CheckedBackup, { database, storage }: Staging) {
  await unpack(file, backup, database)
  const keys = checkedKeys(database, backup)
  await readTar(file, async (entry) => {
    const key = entry.name.slice(RECEIPTS.length)
    if (entry.name.startsWith(RECEIPTS) && keys.has(key)) {
      await storage.put(key, await buffer(verified(entry, backup)))
    }
  })
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
  const { keys } = checkDatabase(database, () => madeByNewer(manifest))
  const missing = keys.filter((key) => !hashes.has(RECEIPTS + key) && !manifest.missing.includes(key))
  if (missing.length > 0) {
    throw new OperatorError(
      `This backup is incomplete: ${missing.length} of its ${keys.length} receipts are missing. Nothing was changed.`,
    )
  }
  return new Set(keys)
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
