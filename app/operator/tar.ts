import type { FileHandle } from 'node:fs/promises'
import { OperatorError } from './sentence.ts'

// The plainest tar there is (POSIX ustar, ordinary files only): every system can list and unpack it,
// and receipts, which are most of it, would not get smaller by compression.

const BLOCK = 512
const CHUNK = 1024 * 1024
const END = Buffer.alloc(2 * BLOCK)
/** More does not fit into eleven octal digits; then the size is written as a number in base 256. */
const OCTAL_MAX = 8 ** 11 - 1

export interface TarEntry {
  name: string
  size: number
  /** Where in the file its content starts. */
  start: number
}

export class TarWriter {
  private readonly file: FileHandle

  constructor(file: FileHandle) {
    this.file = file
  }

  async add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    await writeWhole(this.file, header(name, size))
    let written = 0
    for await (const chunk of content) {
      written += chunk.length
      await writeWhole(this.file, chunk)
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}`)
    await writeWhole(this.file, Buffer.alloc(padding(size)))
  }

  async end() {
    await writeWhole(this.file, END)
  }
}

async function writeWhole(file: FileHandle, bytes: Uint8Array) {
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

/** The sum of the header's bytes, the checksum's own place counted as spaces. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
}

/** The entries in their order. Whatever a tar of ours never has ends here. */
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
  if (bytesRead < BLOCK) throw at === 0 ? foreign() : cutOff()
  return buffer
}

function parseHeader(block: Buffer): Pick<TarEntry, 'name' | 'size'> {
  const stored = Number.parseInt(block.toString('latin1', 148, 154), 8)
  if (block.toString('latin1', 257, 262) !== 'ustar' || stored !== checksum(block)) throw foreign()
  const name = block.toString('utf8', 0, 100).split('\0', 1)[0] ?? ''
  if (block.toString('latin1', 156, 157) !== '0') throw foreign()
  const octal = block.toString('latin1', 124, 135)
  const size = block[124] === 0x80 ? Number(block.readBigUInt64BE(128)) : Number.parseInt(octal, 8)
  if (!Number.isSafeInteger(size) || size < 0) throw foreign()
  return { name, size }
}

function foreign() {
  return new OperatorError('This file is no backup made by Larder, or it is damaged. Nothing was changed.')
}

function cutOff() {
  return new OperatorError('This backup is cut off: its end is missing. Nothing was changed.')
}

export async function* contentOf(file: FileHandle, { start, size }: TarEntry): AsyncGenerator<Buffer> {
  const end = start + size
  for (let at = start; at < end; ) {
    const wanted = Math.min(CHUNK, end - at)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, at)
    if (bytesRead === 0) throw cutOff()
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
