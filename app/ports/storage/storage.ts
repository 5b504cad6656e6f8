export interface Storage {
  /** Resolves when the file would survive a power failure. */
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Uint8Array | undefined>
  delete(key: string): Promise<void>
  /** All files, including partial ones from an interrupted put. */
  list(): AsyncIterable<StoredFile>
}

export type StoredFile = { key: string; bytes: number; modifiedAt: number }

export async function sizesIn(storage: Storage): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { key, bytes } of storage.list()) sizes.set(key, bytes)
  return sizes
}

export class StorageFailure extends Error {
  readonly full: boolean

  constructor(cause: unknown, { full = false } = {}) {
    super(full ? 'the storage is full' : 'the storage is not available', { cause })
    this.full = full
  }
}

const KEY = /^[0-9a-f]{32}\.webp(?:\.part)?$/

export const isKey = (name: string) => KEY.test(name)

/** User input never becomes a path: any other key is a bug. */
export function assertKey(key: string): string {
  if (!isKey(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
  return key
}
