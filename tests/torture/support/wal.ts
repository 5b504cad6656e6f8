// Parses SQLite's write-ahead log to find the bytes of each commit.
// https://www.sqlite.org/fileformat2.html#the_write_ahead_log

const HEADER = 32
const FRAME_HEADER = 24

export interface Wal {
  /** The end of each commit in bytes, in order. */
  commits: number[]
  pageSize: number
  /** The page number of each frame. */
  pages: number[]
  /** The end of the first `count` frames in bytes. */
  endOfFrames(count: number): number
}

type Checksum = [number, number]

export function readWal(wal: Buffer): Wal {
  const pageSize = wal.length >= HEADER ? wal.readUInt32BE(8) : 4096
  const frameSize = FRAME_HEADER + pageSize
  const commits: number[] = []
  const pages: number[] = []
  if (wal.length >= HEADER) {
    const read = (wal.readUInt32BE(0) & 1) === 1 ? wal.readUInt32BE.bind(wal) : wal.readUInt32LE.bind(wal)
    let checksum = add([0, 0], read, 0, 24)
    for (let at = HEADER; at + frameSize <= wal.length; at += frameSize) {
      checksum = add(add(checksum, read, at, 8), read, at + FRAME_HEADER, pageSize)
      const current = wal.subarray(at + 8, at + 16).equals(wal.subarray(16, 24))
      const valid = checksum[0] === wal.readUInt32BE(at + 16) && checksum[1] === wal.readUInt32BE(at + 20)
      if (!current || !valid) break
      pages.push(wal.readUInt32BE(at))
      if (wal.readUInt32BE(at + 4) > 0) commits.push(at + frameSize)
    }
  }
  return { commits, pageSize, pages, endOfFrames: (count) => HEADER + count * frameSize }
}

function add([a, b]: Checksum, read: (at: number) => number, from: number, length: number): Checksum {
  let [x, y] = [a, b]
  for (let at = from; at < from + length; at += 8) {
    x = (x + read(at) + y) >>> 0
    y = (y + read(at + 4) + x) >>> 0
  }
  return [x, y]
}

/**
 * `backfilled` frames are in the database file, and frames up to `attempted` may be partly copied. All of them
 * were synced in the log before copying started.
 */
export function checkpointIn(shm: Buffer): { backfilled: number; attempted: number } {
  return { backfilled: shm.readUInt32LE(96), attempted: shm.readUInt32LE(128) }
}
