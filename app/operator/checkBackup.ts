import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { needsNewer, versionNumber } from '#db/version.ts'
import { OperatorError } from './errors.ts'
import { DATABASE, FORMAT_VERSION, isExpectedName, MANIFEST, Manifest } from './manifest.ts'
import { readTar, type TarFile } from './tar.ts'

const MAX_ENTRY = 1024
const MAX_REST = 16 * 1024 * 1024

export type CheckedBackup = Awaited<ReturnType<typeof checkBackup>>

export async function checkBackup(file: FileHandle) {
  const sizes = new Map<string, number>()
  const hashes = new Map<string, string>()
  let manifest: Manifest | undefined
  await readTar(file, async (entry) => {
    const { name } = entry
    if (manifest) throw damaged('data follows its manifest')
    if (name === MANIFEST) {
      manifest = await readManifest(entry, sizes.size)
      return
    }
    if (!isExpectedName(name)) throw damaged(`it contains ${JSON.stringify(name.slice(0, 100))}`)
    if (sizes.has(name)) throw damaged(`it contains ${name} twice`)
    sizes.set(name, entry.size)
    hashes.set(name, await hashOf(entry))
  })
  if (!manifest) throw damaged('its manifest is missing')
  compare(manifest, sizes, hashes)
  if (!hashes.has(DATABASE)) throw damaged('its database is missing')
  return { manifest, hashes }
}

async function readManifest({ size, content }: TarFile, files: number): Promise<Manifest> {
  if (size > MAX_REST + files * MAX_ENTRY) throw damaged('its manifest is too long')
  const manifest = Manifest.safeParse(parseJson(await text(content)))
  if (!manifest.success) throw damaged('its manifest is invalid')
  if (manifest.data.formatVersion > FORMAT_VERSION) throw madeByNewer(manifest.data)
  return manifest.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function compare(manifest: Manifest, sizes: Map<string, number>, hashes: Map<string, string>) {
  if (manifest.files.length !== sizes.size) throw damaged('its manifest does not match its files')
  for (const { name, bytes, sha256 } of manifest.files) {
    if (sizes.get(name) !== bytes || hashes.get(name) !== sha256) {
      throw damaged(`${name} does not match its checksum`)
    }
  }
}

async function hashOf({ content }: TarFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

export function madeByNewer({ larderVersion }: Manifest) {
  const needed = needsNewer('This backup', versionNumber(larderVersion))
  return new OperatorError(`${needed} Restore it with that version. Nothing was changed.`)
}

function damaged(reason: string) {
  return new OperatorError(
    `This backup is damaged, or it is not a Larder backup: ${reason}. Nothing was changed.`,
  )
}
