import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Storage } from '#app/ports/storage/storage.ts'
import { VERSION } from '#app/version.ts'
import { type Contents, copyDatabase, inspectCopy } from '#db/copy.ts'
import { lockDataFolder } from '#db/dataFolder.ts'
import { refuseTarget } from './backupTarget.ts'
import { DATABASE, FORMAT_VERSION, MANIFEST, type Manifest, RECEIPTS } from './manifest.ts'
import { OperatorError } from './sentence.ts'
import { contentOf, TarWriter } from './tar.ts'

interface Parts {
  dataDir: string
  storage: Storage
}

/** So often a receipt may be replaced between the copy of the database and our asking for its file. */
const ROUNDS = 20

/**
 * Everything in one archive, while people write. The file has its name only when it is whole and on
 * the disk; what an interrupted backup leaves behind ends in `.part`.
 */
export async function makeBackup({ dataDir, storage }: Parts, target: string): Promise<Manifest> {
  const path = resolve(target)
  await refuseTarget(path, dataDir)
  // A name nobody else has: two backups to one file must not write into each other.
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  const part = `${draft}.part`
  const copy = `${draft}.db.part`
  const hold = lockDataFolder(dataDir)
  try {
    const file = await open(part, 'wx', 0o600)
    try {
      const archive = new Archive(file)
      const { contents, missing } = await addReceipts(archive, storage, join(dataDir, DATABASE), copy)
      await addFile(archive, copy)
      const manifest = describe(contents, archive.files, missing)
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
    hold.release()
  }
}

/** Counts and hashes what goes into the tar. */
class Archive {
  readonly tar: TarWriter
  readonly files: Manifest['files'] = []

  constructor(file: FileHandle) {
    this.tar = new TarWriter(file)
  }

  async add(name: string, bytes: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
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

/**
 * The copy of the database decides which receipts belong to it. One that was replaced meanwhile has
 * no file any more; then a newer copy is taken, and only what it names besides is fetched.
 */
async function addReceipts(archive: Archive, storage: Storage, database: string, copy: string) {
  const added = new Set<string>()
  let lost: string[] = []
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
    // Named by two copies and there at no time: lost before we came.
    if (missing.every((key) => lost.includes(key))) return { contents, missing }
    if (round === ROUNDS) {
      throw new OperatorError('Receipts were replaced faster than they could be saved. Please try again.')
    }
    lost = missing
  }
}

async function addFile(archive: Archive, path: string) {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    await archive.add(DATABASE, size, contentOf(file, { name: DATABASE, size, start: 0 }))
  } finally {
    await file.close()
  }
}

function describe(contents: Contents, files: Manifest['files'], missing: string[]): Manifest {
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

/** A new name is safe only once its folder was written. */
async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
