import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, realpathSync, statSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { VERSION } from '#app/config/version.ts'
import { DAY } from '#app/domain/time.ts'
import { syncFolder } from '#app/ports/storage/disk.ts'
import type { Storage } from '#app/ports/storage/storage.ts'
import { type Contents, copyDatabase, inspectCopy } from '#db/sqlite/copy.ts'
import { lockDataFolder } from '#db/sqlite/dataFolder.ts'
import { OperatorError } from './errors.ts'
import { DATABASE, FORMAT_VERSION, MANIFEST, type Manifest, RECEIPTS } from './manifest.ts'
import { type Content, TarWriter } from './tar.ts'

const MAX_ROUNDS = 20

type Parts = { dataDir: string; storage: Storage }

/** A killed backup leaves its files. One that is younger may still be running. */
const LEFTOVER_AGE = DAY

/** The file gets its name when it is complete and on the disk; an interrupted backup leaves files in `.part`. */
export async function makeBackup({ dataDir, storage }: Parts, target: string) {
  const path = resolve(target)
  await checkTarget(path, dataDir)
  await deleteLeftovers(path)
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
      await archive.addHashed(DATABASE, (await stat(copy)).size, createReadStream(copy))
      const manifest = manifestOf(contents, archive.files, missing)
      const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
      await archive.add(MANIFEST, text.length, [text])
      await archive.end()
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

async function deleteLeftovers(path: string) {
  const folder = dirname(path)
  for (const name of await readdir(folder)) {
    const rest = name.startsWith(basename(path)) ? name.slice(basename(path).length) : ''
    if (!/^\.[0-9a-f]{8}(?:\.db)?\.part$/.test(rest)) continue
    const modifiedAt = statOf(join(folder, name))?.mtimeMs ?? Date.now()
    if (Date.now() - modifiedAt > LEFTOVER_AGE) await rm(join(folder, name), { force: true })
  }
}

class Archive extends TarWriter {
  readonly files: Manifest['files'] = []

  async addHashed(name: string, bytes: number, content: Content) {
    const hash = createHash('sha256')
    async function* hashed() {
      for await (const chunk of content) {
        hash.update(chunk)
        yield chunk
      }
    }
    await this.add(name, bytes, hashed())
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
      if (bytes) {
        await archive.addHashed(RECEIPTS + key, bytes.length, [bytes])
        added.add(key)
      } else missing.push(key)
    }
    // Missing in two copies in a row: the file was lost before the backup.
    if (missing.every((key) => missingBefore.includes(key))) return { contents, missing }
    if (round === MAX_ROUNDS)
      throw new OperatorError('Receipts were replaced faster than they could be saved. Try again.')
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

async function checkTarget(path: string, dataDir: string): Promise<void> {
  const folder = dirname(path)
  if (!statOf(folder)?.isDirectory()) throw new OperatorError(`The folder ${folder} doesn't exist.`)
  const existing = statOf(path)
  if (existing?.isDirectory()) throw new OperatorError(`${path} is a folder. Add a file name.`)
  const inData = relative(realpathSync(dataDir), join(realpathSync(folder), basename(path)))
  if (/^(?:larder\.(?:db|lock|server)|link\.key|(?:receipts|restoring)(?:\/|$))/.test(inData)) {
    throw new OperatorError(`${path} is part of Larder's data. Use another file name.`)
  }
  if (existing && !(existing.isFile() && (await looksLikeBackup(path)))) {
    throw new OperatorError(`${path} already exists and is not a Larder backup. Use another file name.`)
  }
}

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })

/** Checks only the first block: reading the whole file would take as long as a new backup. */
async function looksLikeBackup(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    const name = buffer.toString('latin1', 0, 100)
    const isTar = bytesRead === 512 && buffer.toString('latin1', 257, 262) === 'ustar'
    return isTar && (name.startsWith(`${DATABASE}\0`) || name.startsWith(RECEIPTS))
  } finally {
    await file.close()
  }
}
