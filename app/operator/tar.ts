import type { FileHandle } from 'node:fs/promises'
import { OperatorError } from './errors.ts'

// POSIX ustar with regular files only, which every system can list and unpack. Not compressed, because
// receipt images, which take most of the space, would not get smaller.

const BLOCK = 512
const CHUNK = 1024 * 1024
const END = Buffer.alloc(2 * BLOCK)
/** Larger sizes don't fit into eleven octal digits and are written in base 256. */
const OCTAL_MAX = 8 ** 11 - 1

export interface TarEntry {
  name: string
  size: number
  /** The offset of its content in the archive. */
  start: number
}

export class TarWriter {
  private readonly file: FileHandle

  constructor(file: FileHandle) {
    this.file = file
  }

  async add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    await writeAll(this.file, header(name, size))
    let written = 0
    for await (const chunk of content) {
      written += chunk.length
      await writeAll(this.file, chunk)
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}`)
    await writeAll(this.file, Buffer.alloc(padding(size)))
  }

  async end() {
    await writeAll(this.file, END)
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array) {
  let at = 0
  while (at < bytes.length) at += (await file.write(bytes, at)).bytesWritten
}

const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK

function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`too long for a tar: ${name}`)
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0)
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  if (size <= OCTAL_MAX) block.write(size.toString(8).padStart(11, '0'), 124)
  else {
    block[124] = 0x80
    block.writeBigUInt64BE(BigInt(size), 128)
  }
  block.write(
    Math.floor(Date.now() / 1000)
      .toString(8)
      .padStart(11, '0'),
    136,
  )
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** The sum of the header's bytes, with the checksum field counted as spaces. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
}

/** Yields the entries in order. Throws on anything that our own archives never contain. */
export async function* readTar(file: FileHandle): AsyncGenerator<TarEntry> {
  const { size: length } = await file.stat()
  let at = 0
  while (true) {
    const block = await readBlock(file, at)
    if (block.equals(Buffer.alloc(BLOCK))) break
    const entry = { ...parseHeader(block), start: at + BLOCK }
    at = entry.start + entry.size + padding(entry.size)
    if (at > length) throw cutOff()
    yield entry
  }
  await readBlock(file, at + BLOCK)
}

async function readBlock(file: FileHandle, at: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BLOCK), 0, BLOCK, at)
  if (bytesRead < BLOCK) throw at === 0 ? notOurs() : cutOff()
  return buffer
}

function parseHeader(block: Buffer): Pick<TarEntry, 'name' | 'size'> {
  const stored = Number.parseInt(block.toString('latin1', 148, 154), 8)
  if (block.toString('latin1', 257, 262) !== 'ustar' || stored !== checksum(block)) throw notOurs()
  const name = block.toString('utf8', 0, 100).split('\0', 1)[0] ?? ''
  if (block.toString('latin1', 156, 157) !== '0') throw notOurs()
  const octal = block.toString('latin1', 124, 135)
  const size = block[124] === 0x80 ? Number(block.readBigUInt64BE(128)) : Number.parseInt(octal, 8)
  if (!Number.isSafeInteger(size) || size < 0) throw notOurs()
  return { name, size }
}

function notOurs() {
  return new OperatorError('This file is not a Larder backup, or it is damaged. Nothing was changed.')
}

function cutOff() {
  return new OperatorError('This backup is incomplete: its end is missing. Nothing was changed.')
}

export async function* contentOf(file: FileHandle, { start, size }: TarEntry): AsyncGenerator<Buffer> {
  const end = start + size
  for (let at = start; at < end; ) {
    const length = Math.min(CHUNK, end - at)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    if (bytesRead === 0) throw cutOff()
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
