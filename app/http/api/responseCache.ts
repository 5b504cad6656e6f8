import type { List } from '#app/domain/access/access.ts'
import { sha256 } from '#app/domain/hash.ts'
import { compressed as compress } from '#app/http/out/compress.ts'

/** With `createdAt`, because a list that was deleted for good can come back with its id, and count from 0 again. */
type Version = Pick<List, 'id' | 'createdAt' | 'revision'>

export interface ReadyJson {
  bytes: Buffer
  etag: string
  /** Compressed once, even if many ask for it at the same time. */
  brotli(): Promise<Buffer>
}

export function readyJson(value: unknown): ReadyJson {
  const text = JSON.stringify(value)
  // Node's pool would keep 8 kB for a few bytes.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  let compressed: Promise<Buffer> | undefined
  return {
    bytes,
    // A hash of the bytes: a restored backup has a lower revision, and reaches the same one again.
    etag: `W/"${sha256(bytes, 'base64url').slice(0, 22)}"`,
    brotli() {
      const forget = () => {
        compressed = undefined
      }
      const start = () => {
        const result = compress.br(bytes)
        result.then(({ length }) => length > bytes.length * MAX_COMPRESSED && forget(), forget)
        return result
      }
      compressed ??= start()
      return compressed
    },
  }
}

/** Larger results, compared with the bytes, aren't kept, so that the cache knows how much room it needs. */
const MAX_COMPRESSED = 0.25
/** About what an entry costs besides its bytes. */
const ENTRY_BYTES = 500

const sizeOf = ({ bytes }: ReadyJson) => Math.ceil(bytes.length * (1 + MAX_COMPRESSED)) + ENTRY_BYTES

export type ResponseCache = ReturnType<typeof createResponseCache>

/** The last response about each list: see docs/decisions/081-responses-by-revision.md */
export function createResponseCache(maxBytes: number) {
  const entries = new Map<string, { ready: ReadyJson; version: Version }>()
  let size = 0

  function remove(id: string) {
    const entry = entries.get(id)
    if (!entry) return
    entries.delete(id)
    size -= sizeOf(entry.ready)
  }

  return {
    size: () => size,

    clear(): void {
      entries.clear()
      size = 0
    },

    /** Only if it is about this very revision. */
    get({ id, createdAt, revision }: Version): ReadyJson | undefined {
      const entry = entries.get(id)
      if (entry?.version.revision !== revision || entry.version.createdAt !== createdAt) return undefined
      // Maps keep their order, so the first entry is the least recently used.
      entries.delete(id)
      entries.set(id, entry)
      return entry.ready
    },

    /** The version must have been read before the rest of the response. */
    set({ id, createdAt, revision }: Version, ready: ReadyJson): void {
      remove(id)
      entries.set(id, { ready, version: { id, createdAt, revision } })
      size += sizeOf(ready)
      for (const oldest of entries.keys()) {
        if (size <= maxBytes) break
        remove(oldest)
      }
    },
  }
}
