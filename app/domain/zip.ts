import { pipeline } from 'node:stream/promises'
import { createDeflateRaw } from 'node:zlib'

// The plainest zip there is, written as it is sent: phones and Windows open it without a program.
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT

const NAME_IS_UTF8 = 0x800
/** Size and check sum stand behind the content: they are not known before. */
const KNOWN_LATER = 0x08
const STORED = 0
const DEFLATED = 8
const LARGEST = 0xffffffff
const MOST = 0xffff

/** Text is compressed on its way; a photo, which is compressed already, is put in as it is. */
export type ZipFile = { name: string } & ({ text: AsyncIterable<string> } | { bytes: Uint8Array })

interface Listed {
  name: Buffer
  method: number
  flags: number
  crc: number
  packed: number
  size: number
  start: number
}

/** The archive's bytes, made while they are read; one file is asked for after the other. */
export async function* zip(files: AsyncIterable<ZipFile>, now = new Date()): AsyncGenerator<Uint8Array> {
  const listed: Listed[] = []
  let at = 0
  for await (const file of files) {
    const entry = { name: Buffer.from(file.name), crc: 0, packed: 0, size: 0, start: at }
    const chunks = 'bytes' in file ? storedFile(file.bytes, entry, now) : deflatedFile(file.text, entry, now)
    let listing = await chunks.next()
    for (; !listing.done; listing = await chunks.next()) {
      at += listing.value.length
      yield listing.value
    }
    listed.push(listing.value)
    if (at > LARGEST || listing.value.size > LARGEST || listed.length > MOST)
      throw new Error('too much for a zip')
  }
  const directory = Buffer.concat(listed.map((entry) => directoryEntry(entry, now)))
  yield directory
  yield endOf(listed.length, directory.length, at)
}

type Entry = Omit<Listed, 'method' | 'flags'>
type Chunks = AsyncGenerator<Uint8Array, Listed>

async function* storedFile(bytes: Uint8Array, entry: Entry, now: Date): Chunks {
  const known = { crc: crc32(bytes, 0), packed: bytes.length, size: bytes.length }
  const listed = { ...entry, ...known, method: STORED, flags: NAME_IS_UTF8 }
  yield localHeader(listed, now)
  yield bytes
  return listed
}

async function* deflatedFile(text: AsyncIterable<string>, entry: Entry, now: Date): Chunks {
  const listed = { ...entry, method: DEFLATED, flags: NAME_IS_UTF8 | KNOWN_LATER }
  yield localHeader(listed, now)
  const deflate = createDeflateRaw()
  const feeding = pipeline(counted(text, listed), deflate)
  // What goes wrong there comes out of `deflate`, unless nobody reads it any longer.
  feeding.catch(() => {})
  for await (const chunk of deflate) {
    listed.packed += chunk.length
    yield chunk
  }
  yield descriptor(listed)
  return listed
}

async function* counted(text: AsyncIterable<string>, listed: Listed): AsyncGenerator<Uint8Array> {
  for await (const part of text) {
    const bytes = Buffer.from(part)
    listed.crc = crc32(bytes, listed.crc)
    listed.size += bytes.length
    yield bytes
  }
}

/** Version, flags, method, time and date: the same in both headers. */
function facts(block: Buffer, at: number, { method, flags }: Listed, now: Date) {
  block.writeUInt16LE(20, at)
  block.writeUInt16LE(flags, at + 2)
  block.writeUInt16LE(method, at + 4)
  const seconds = Math.floor(now.getUTCSeconds() / 2)
  block.writeUInt16LE((now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | seconds, at + 6)
  const year = Math.max(0, now.getUTCFullYear() - 1980)
  block.writeUInt16LE((year << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate(), at + 8)
}

function sums(block: Buffer, at: number, { crc, packed, size }: Listed) {
  block.writeUInt32LE(crc, at)
  block.writeUInt32LE(packed, at + 4)
  block.writeUInt32LE(size, at + 8)
}

function localHeader(entry: Listed, now: Date): Buffer {
  const block = Buffer.alloc(30)
  block.writeUInt32LE(0x04034b50, 0)
  facts(block, 4, entry, now)
  sums(block, 14, entry)
  block.writeUInt16LE(entry.name.length, 26)
  return Buffer.concat([block, entry.name])
}

function descriptor(entry: Listed): Buffer {
  const block = Buffer.alloc(16)
  block.writeUInt32LE(0x08074b50, 0)
  sums(block, 4, entry)
  return block
}

function directoryEntry(entry: Listed, now: Date): Buffer {
  const block = Buffer.alloc(46)
  block.writeUInt32LE(0x02014b50, 0)
  block.writeUInt16LE(20, 4)
  facts(block, 6, entry, now)
  sums(block, 16, entry)
  block.writeUInt16LE(entry.name.length, 28)
  block.writeUInt32LE(entry.start, 42)
  return Buffer.concat([block, entry.name])
}

function endOf(count: number, size: number, start: number): Buffer {
  const block = Buffer.alloc(22)
  block.writeUInt32LE(0x06054b50, 0)
  block.writeUInt16LE(count, 8)
  block.writeUInt16LE(count, 10)
  block.writeUInt32LE(size, 12)
  block.writeUInt32LE(start, 16)
  return block
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

// zlib.crc32 is younger than the oldest Node that must work.
function crc32(bytes: Uint8Array, before: number): number {
  let crc = ~before
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}
