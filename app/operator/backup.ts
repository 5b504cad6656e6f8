import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Storage } from '#app/ports/storage/storage.ts'
import { VERSION } from '#app/version.ts'
import { type Contents, copyDatabase, inspectCopy } from '#db/sqlite/copy.ts'
import { lockDataFolder } from '#db/sqlite/dataFolder.ts'
import { checkTarget } from './backupTarget.ts'
import { OperatorError } from './errors.ts'
import { DATABASE, FORMAT_VERSION, MANIFEST, type Manifest, RECEIPTS } from './manifest.ts'
import { type Content, TarWriter } from './tar.ts'

interface Parts {
  dataDir: string
  storage: Storage
}

/** How often the database is copied again because receipts were replaced in the meantime. */
const MAX_ROUNDS = 20

/** The file gets its name when it is complete and on the disk; an interrupted backup leaves files in `.part`. */
export async function makeBackup({ dataDir, storage }: Parts, target: string): Promise<Manifest> {
  const path = resolve(target)
  await checkTarget(path, dataDir)
  // A unique name, so that two simultaneous backups to one file don't interfere.
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  const part = `${draft}.part`
  const copy = `${draft}.db.part`
  const lock = lockDataFolder(dataDir)
  try {
    const file = await open(part, 'wx', 0o600)
    try {
      const archive = new Archive(file)
      const { contents, missing } = await addReceipts(archive, storage, join(dataDir, DATABASE), copy)
      await archive.add(DATABASE, (await stat(copy)).size, createReadStream(copy))
      const manifest = manifestOf(contents, archive.files, missing)
      const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
      await archive.tar.add(MANIFEST, text.length, [text])
      await archive.tar.end()
      await file.sync()
      await rename(part, path)
      await syncFolder(dirname(path))
      return manifest
    } finally {
      await file.close()
    }
  } finally {
    await rm(part, { force: true })
    await rm(copy, { force: true })
    lock.release()
  }
}

class Archive {
  readonly tar: TarWriter
  readonly files: Manifest['files'] = []

  constructor(file: FileHandle) {
    this.tar = new TarWriter(file)
  }

  async add(name: string, bytes: number, content: Content) {
    const hash = createHash('sha256')
    async function* hashed() {
      for await (const chunk of content) {
        hash.update(chunk)
        yield chunk
      }
    }
    await this.tar.add(name, bytes, hashed())
    this.files.push({ name, bytes, sha256: hash.digest('hex') })
  }
}

/** If a receipt was replaced in the meantime, its file is gone: then the database is copied again. */
async function addReceipts(archive: Archive, storage: Storage, database: string, copy: string) {
  const added = new Set<string>()
  let missingBefore: string[] = []
  for (let round = 1; ; round += 1) {
    copyDatabase(database, copy)
    const contents = inspectCopy(copy)
    const missing: string[] = []
    for (const key of contents.keys) {
      if (added.has(key)) continue
      const bytes = await storage.get(key)
      if (!bytes) {
        missing.push(key)
        continue
      }
      await archive.add(RECEIPTS + key, bytes.length, [bytes])
      added.add(key)
    }
    // Missing in two copies in a row: the file was lost before the backup.
    if (missing.every((key) => missingBefore.includes(key))) return { contents, missing }
    if (round === MAX_ROUNDS) {
      throw new OperatorError('Receipts were replaced faster than they could be saved. Try again.')
    }
    missingBefore = missing
  }
}

function manifestOf(contents: Contents, files: Manifest['files'], missing: string[]): Manifest {
  const { schema, keys, ...counts } = contents
  return {
    format: 'larder-backup',
    formatVersion: FORMAT_VERSION,
    larderVersion: VERSION,
    createdAt: new Date().toISOString(),
    schema,
    contents: { ...counts, receipts: keys.length },
    files,
    missing,
  }
}

/** A rename is durable only after an fsync of the folder. */
async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
