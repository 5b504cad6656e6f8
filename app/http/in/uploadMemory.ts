const MAX_BYTES = 32 * 1024 * 1024
const MAX_PER_USER = 2

interface Upload {
  userId: string
  bytes: number
  /** Unset once the photo is complete: from then on it is being processed and can't be cancelled. */
  cancel: (() => void) | undefined
}

export interface Reservation {
  grow(bytes: number): boolean
  complete(): void
  /** Frees the bytes. The upload still counts for its user until `release`. */
  drop(): void
  release(): void
}

/**
 * Limits the memory of all incoming photos together. Counts bytes that arrived, not bytes that were
 * announced. When the memory is full, the user who holds the most loses an upload to one who holds less, so a
 * few users can't block the others.
 */
export function createUploadMemory() {
  const uploads = new Set<Upload>()

  const heldBy = (userId: string) => sum([...uploads].filter((upload) => upload.userId === userId))

  function largestArriving(): Upload | undefined {
    const arriving = [...uploads].filter(({ cancel }) => cancel)
    return arriving.sort((a, b) => heldBy(b.userId) - heldBy(a.userId) || b.bytes - a.bytes)[0]
  }

  return {
    /** Undefined when this user already has the maximum of parallel uploads. */
    reserve(userId: string, cancel: () => void): Reservation | undefined {
      if ([...uploads].filter((upload) => upload.userId === userId).length >= MAX_PER_USER) return undefined
      const own: Upload = { userId, bytes: 0, cancel }
      uploads.add(own)
      return {
        grow(bytes) {
          while (sum(uploads) + bytes > MAX_BYTES) {
            const other = largestArriving()
            if (!other?.cancel || heldBy(other.userId) <= heldBy(userId) + bytes) return false
            const { cancel } = other
            drop(other)
            cancel()
          }
          own.bytes += bytes
          return true
        },
        complete() {
          own.cancel = undefined
        },
        drop: () => drop(own),
        release: () => void uploads.delete(own),
      }
    },
  }
}

function drop(upload: Upload) {
  upload.bytes = 0
  upload.cancel = undefined
}

function sum(uploads: Iterable<Upload>): number {
  let bytes = 0
  for (const upload of uploads) bytes += upload.bytes
  return bytes
}
