const MOST_BYTES = 32 * 1024 * 1024
const MOST_PER_USER = 2

interface Held {
  userId: string
  bytes: number
  /** Nothing once the whole photo is there: it is being worked on, and its memory can't be taken away. */
  giveWay: (() => void) | undefined
}

export interface Place {
  /** Whether there is room for so many bytes more. */
  grow(bytes: number): boolean
  /** All of it has arrived. */
  complete(): void
  /** None of it is kept any longer. It still counts as one of this person's uploads until it leaves. */
  drop(): void
  leave(): void
}

/**
 * How much of the memory photos on their way in may take, all together. Room is taken by the bytes that have
 * arrived, not by those that were announced. When it is full, the person who holds the most gives way to
 * one who holds less: a few people can't keep everybody else waiting.
 */
export function createUploadRoom() {
  const uploads = new Set<Held>()

  const total = () => sum(uploads)
  const heldBy = (userId: string) => sum([...uploads].filter((one) => one.userId === userId))

  function greediest(): Held | undefined {
    const arriving = [...uploads].filter(({ giveWay }) => giveWay)
    return arriving.sort((a, b) => heldBy(b.userId) - heldBy(a.userId) || b.bytes - a.bytes)[0]
  }

  return {
    /** A place in the room, or nothing when this person has enough of them. */
    enter(userId: string, giveWay: () => void): Place | undefined {
      if ([...uploads].filter((one) => one.userId === userId).length >= MOST_PER_USER) return undefined
      const mine: Held = { userId, bytes: 0, giveWay }
      uploads.add(mine)
      return {
        grow(bytes) {
          while (total() + bytes > MOST_BYTES) {
            const other = greediest()
            if (!other?.giveWay || heldBy(other.userId) <= heldBy(userId) + bytes) return false
            const { giveWay } = other
            drop(other)
            giveWay()
          }
          mine.bytes += bytes
          return true
        },
        complete() {
          mine.giveWay = undefined
        },
        drop: () => drop(mine),
        leave: () => void uploads.delete(mine),
      }
    },
  }
}

function drop(one: Held) {
  one.bytes = 0
  one.giveWay = undefined
}

function sum(uploads: Iterable<Held>): number {
  let bytes = 0
  for (const one of uploads) bytes += one.bytes
  return bytes
}
