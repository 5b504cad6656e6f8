import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertKey, isKey, type Storage, StorageFailure } from './storage.ts'

export function diskStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, assertKey(key).slice(0, 2), key)

  async function put(key: string, bytes: Uint8Array) {
    const path = pathOf(key)
    const partial = `${path}.part`
    await createFolder(dirname(path))
    try {
      await withFile(partial, 'w', async (file) => {
        await file.writeFile(bytes)
        await file.sync()
      })
      await rename(partial, path)
    } catch (error) {
      await rm(partial, { force: true }).catch(() => {})
      throw error
    }
    await syncFolder(dirname(path))
  }

  async function get(key: string) {
    const path = pathOf(key)
    try {
      return await withFile(path, 'r', (file) => file.readFile())
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }
  }

  async function* list() {
    for (const subfolder of await namesIn(folder)) {
      for (const key of await namesIn(join(folder, subfolder))) {
        const stats = isKey(key) && (await stat(join(folder, subfolder, key)).catch(() => undefined))
        if (stats) yield { key, bytes: stats.size, modifiedAt: stats.mtimeMs }
      }
    }
  }

  return {
    put: (key, bytes) => withStorageFailure(put(key, bytes)),
    get: (key) => withStorageFailure(get(key)),
    delete: async (key) => withStorageFailure(rm(pathOf(key), { force: true })),
    list,
  }
}

async function withFile<T>(path: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o600)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** A new folder survives a power failure only after its parent was synced. */
async function createFolder(path: string) {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let created = path; created.length >= first.length; created = dirname(created)) {
    await syncFolder(dirname(created))
  }
}

/** A rename in a folder is durable only after this. */
export const syncFolder = (path: string) => withFile(path, 'r', (folder) => folder.sync())

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw new StorageFailure(error)
  }
}

export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

async function withStorageFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = codeOf(error)
    if (!code) throw error
    throw new StorageFailure(error, { full: code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS' })
  }
}
