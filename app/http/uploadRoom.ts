const MOST_BYTES = 32 * 1024 * 1024
const MOST_PER_USER = 2

/** How much of the memory photos on their way in may take, all together. */
export function createUploadRoom() {
  const inside = new Map<string, number>()
  let bytes = 0

  return {
    /** Returns the way out again, or nothing when there is no room. */
    enter(userId: string, size: number): (() => void) | undefined {
      const mine = inside.get(userId) ?? 0
      if (mine >= MOST_PER_USER || bytes + size > MOST_BYTES) return undefined
      inside.set(userId, mine + 1)
      bytes += size
      return () => {
        bytes -= size
        const left = (inside.get(userId) ?? 1) - 1
        if (left > 0) inside.set(userId, left)
        else inside.delete(userId)
      }
    },
  }
}
