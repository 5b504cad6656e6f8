/** Where the receipts' files are kept. Keys are safe as file names: see newKey. */
export interface Storage {
  /** Resolves when the file would survive a power cut. */
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string, range?: Range): Promise<Uint8Array | undefined>
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>
  /** Everything there is, what an interrupted put left behind included. */
  list(): AsyncIterable<StoredFile>
}

/** Both ends included, as in HTTP. */
export interface Range {
  start: number
  end: number
}

export interface StoredFile {
  key: string
  modifiedAt: number
}

/** The storage cannot do its work at the moment; the cause is for the log. */
export class StorageFailure extends Error {
  readonly full: boolean

  constructor(cause: unknown, { full = false } = {}) {
    super(full ? 'the storage is full' : 'the storage does not answer', { cause })
    this.full = full
  }
}

const KEY = /^[0-9a-f]{32}\.webp(?:\.part)?$/

export function isKey(name: string): boolean {
  return KEY.test(name)
}

/** Nobody's input ever becomes a path: anything else than our own keys is a bug. */
export function checked(key: string): string {
  if (!isKey(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
  return key
}
