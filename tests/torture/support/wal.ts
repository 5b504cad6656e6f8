// Reads SQLite's write-ahead log, to know which of its bytes hold which commit.
// https://www.sqlite.org/fileformat2.html#the_write_ahead_log

const HEADER = 32
const FRAME_HEADER = 24

export interface Wal {
  /** Where each commit ends, in bytes, in their order. */
  commits: number[]
  pageSize: number
  /** Which page each frame holds. */
  pages: number[]
  /** Where the first so many frames end. */
  endOfFrames(count: number): number
}

type Sums = [number, number]

export function readWal(wal: Buffer): Wal {
  const pageSize = wal.length >= HEADER ? wal.readUInt32BE(8) : 4096
  const frameSize = FRAME_HEADER + pageSize
  const commits: number[] = []
  const pages: number[] = []
  if (wal.length >= HEADER) {
    const read = (wal.readUInt32BE(0) & 1) === 1 ? wal.readUInt32BE.bind(wal) : wal.readUInt32LE.bind(wal)
    let sums = add([0, 0], read, 0, 24)
    for (let at = HEADER; at + frameSize <= wal.length; at += frameSize) {
      sums = add(add(sums, read, at, 8), read, at + FRAME_HEADER, pageSize)
      const current = wal.subarray(at + 8, at + 16).equals(wal.subarray(16, 24))
      const whole = sums[0] === wal.readUInt32BE(at + 16) && sums[1] === wal.readUInt32BE(at + 20)
      if (!current || !whole) break
      pages.push(wal.readUInt32BE(at))
      if (wal.readUInt32BE(at + 4) > 0) commits.push(at + frameSize)
    }
  }
  return { commits, pageSize, pages, endOfFrames: (count) => HEADER + count * frameSize }
}

function add([a, b]: Sums, read: (at: number) => number, from: number, length: number): Sums {
  let [x, y] = [a, b]
  for (let at = from; at < from + length; at += 8) {
    x = (x + read(at) + y) >>> 0
    y = (y + read(at + 4) + x) >>> 0
  }
  return [x, y]
}

/**
 * So many frames are in the database file, and so many may be there partly. Both were synced in the
 * log before the first of them was copied.
 */
export function checkpointIn(shm: Buffer): { backfilled: number; attempted: number } {
  return { backfilled: shm.readUInt32LE(96), attempted: shm.readUInt32LE(128) }
}
