import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { OperatorError } from './errors.ts'
import { DATABASE, FORMAT_VERSION, isExpectedName, MANIFEST, Manifest, RECEIPTS } from './manifest.ts'
import { contentOf, readTar, type TarEntry } from './tar.ts'

/** More than the bytes of a file's entry in the manifest. */
const MAX_ENTRY = 1024
/** For the rest of the manifest, including the list of missing receipts. */
const MAX_REST = 16 * 1024 * 1024

export interface CheckedBackup {
  manifest: Manifest
  database: TarEntry
  /** By storage key. */
  receipts: Map<string, TarEntry>
  hashes: Map<string, string>
}

/** Reads the whole archive. Every file must be expected, unique and exactly as the manifest says. */
export async function checkBackup(file: FileHandle): Promise<CheckedBackup> {
  const entries = new Map<string, TarEntry>()
  const hashes = new Map<string, string>()
  let manifest: Manifest | undefined
  for await (const entry of readTar(file)) {
    if (manifest) throw damaged('data follows its manifest')
    if (entry.name === MANIFEST) {
      manifest = await readManifest(file, entry, entries.size)
      continue
    }
    if (!isExpectedName(entry.name)) throw damaged(`it contains ${JSON.stringify(entry.name)}`)
    if (entries.has(entry.name)) throw damaged(`it contains ${entry.name} twice`)
    entries.set(entry.name, entry)
    hashes.set(entry.name, await hashOf(file, entry))
  }
  if (!manifest) throw damaged('its manifest is missing')
  compare(manifest, entries, hashes)
  const database = entries.get(DATABASE)
  if (!database) throw damaged('its database is missing')
  entries.delete(DATABASE)
  const receipts = new Map([...entries].map(([name, entry]) => [name.slice(RECEIPTS.length), entry]))
  return { manifest, database, receipts, hashes }
}

async function readManifest(file: FileHandle, entry: TarEntry, files: number): Promise<Manifest> {
  if (entry.size > MAX_REST + files * MAX_ENTRY) throw damaged('its manifest is too long')
  const chunks: Buffer[] = []
  for await (const chunk of contentOf(file, entry)) chunks.push(chunk)
  const manifest = Manifest.safeParse(parseJson(Buffer.concat(chunks).toString('utf8')))
  if (!manifest.success) throw damaged('its manifest is invalid')
  if (manifest.data.formatVersion > FORMAT_VERSION) {
    throw new OperatorError(
      'This backup was made by a newer version of Larder. Restore it with that version. Nothing was changed.',
    )
  }
  return manifest.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function compare(manifest: Manifest, entries: Map<string, TarEntry>, hashes: Map<string, string>) {
  if (manifest.files.length !== entries.size) throw damaged('its manifest does not match its files')
  for (const { name, bytes, sha256 } of manifest.files) {
    if (entries.get(name)?.size !== bytes || hashes.get(name) !== sha256) {
      throw damaged(`${name} does not match its checksum`)
    }
  }
}

async function hashOf(file: FileHandle, entry: TarEntry): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of contentOf(file, entry)) hash.update(chunk)
  return hash.digest('hex')
}

function damaged(reason: string) {
  return new OperatorError(
    `This backup is damaged, or it is not a Larder backup: ${reason}. Nothing was changed.`,
  )
}
