import { MAX_PHOTO_FRAMES, MAX_PHOTO_SCANS, MAX_PHOTO_TEXTS } from '#app/domain/limitsAndLifetimes.ts'
import type { ImageKind } from './imageKind.ts'

/** What would make a small photo take minutes or gigabytes to read. For the log. */
export function excessIn(kind: ImageKind, photo: Uint8Array): string | undefined {
  return FINDERS[kind](Buffer.from(photo.buffer, photo.byteOffset, photo.byteLength))
}

const FINDERS: Record<ImageKind, (photo: Buffer) => string | undefined> = {
  jpeg: excessInJpeg,
  png: (photo) =>
    countChunks(pngChunks(photo), ['zTXt', 'iTXt']) > MAX_PHOTO_TEXTS ? 'compressed texts' : undefined,
  webp: (photo) => (countChunks(webpChunks(photo), ['ANMF']) > MAX_PHOTO_FRAMES ? 'frames' : undefined),
}

const ARITHMETIC = new Set([0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const SCAN = 0xda
const END = 0xd9

/** Decoders skip what is between two markers and what a marker's length includes, such as a thumbnail. So does this. */
function excessInJpeg(photo: Buffer): string | undefined {
  let scans = 0
  for (let at = 2; at < photo.length - 1; at += 1) {
    if (photo[at] !== 0xff) continue
    const marker = photo[at + 1] ?? 0
    if (marker === END) return undefined
    if (ARITHMETIC.has(marker)) return 'arithmetic coding'
    if (marker === SCAN) scans += 1
    if (scans > MAX_PHOTO_SCANS) return 'scans'
    if (hasLength(marker) && at + 3 < photo.length) at += 1 + Math.max(2, photo.readUInt16BE(at + 2))
  }
  return undefined
}

/** False for stuffed bytes, fill bytes, restarts and markers that decoders don't know. */
const hasLength = (marker: number) => marker >= 0xc0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd8)

function* pngChunks(photo: Buffer): Generator<string> {
  for (let at = 8; at + 8 <= photo.length; at += 12 + photo.readUInt32BE(at)) {
    yield photo.toString('latin1', at + 4, at + 8)
  }
}

function* webpChunks(photo: Buffer): Generator<string> {
  for (let at = 12; at + 8 <= photo.length; ) {
    yield photo.toString('latin1', at, at + 4)
    const size = photo.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
}

function countChunks(names: Iterable<string>, counted: string[]): number {
  let count = 0
  for (const name of names) if (counted.includes(name)) count += 1
  return count
}
