const MAX_BYTES = 32 * 1024 * 1024
const MAX_PER_USER = 2

interface Upload {
  userId: string
  bytes: number
  /** Unset once the photo is complete: from then on it is being processed and can't be cancelled. */
  cancel: (() => void) | undefined
}

// Counts bytes that arrived, not bytes that were announced. When the memory is full, the user who holds the most
// loses an upload to one who holds less, so a few users can't block the others.
export function createUploadMemory() {
  const uploads = new Set<Upload>()

  const of = (userId: string) => [...uploads].filter((upload) => upload.userId === userId)
  const heldBy = (userId: string) => sum(of(userId))

  function largestArriving(): Upload | undefined {
    const arriving = [...uploads].filter(({ cancel }) => cancel)
    return arriving.sort((a, b) => heldBy(b.userId) - heldBy(a.userId) || b.bytes - a.bytes)[0]
  }

  return {
    reserve(userId: string, cancel: () => void) {
      if (of(userId).length >= MAX_PER_USER) return undefined
      const own: Upload = { userId, bytes: 0, cancel }
      uploads.add(own)
      return {
        grow(bytes: number) {
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
        /** Frees the bytes. The upload still counts for its user until `release`. */
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
