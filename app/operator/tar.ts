import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { OperatorError } from './errors.ts'

// The archive isn't compressed: receipt images, which take most of the space, would not get smaller.

export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export type TarFile = { name: string; size: number; content: AsyncIterable<Uint8Array> }

const CHUNK = 1024 * 1024
const END = Buffer.alloc(1024)

export class TarWriter {
  private readonly pack = pack()
  private readonly written: Promise<void>

  constructor(file: FileHandle) {
    this.written = this.writeTo(file)
    this.written.catch(() => {})
  }

  private async writeTo(file: FileHandle) {
    const chunks: AsyncIterable<Buffer> = Readable.from(this.pack)
    for await (const chunk of chunks) await file.writeFile(chunk)
  }

  async add(name: string, size: number, content: Content) {
    try {
      await pipeline(Readable.from(content), this.pack.entry({ name, size, mode: 0o600 }))
    } catch (error) {
      // If one side fails, both do; only the archive's side knows that the disk is full.
      await this.written
      throw error
    }
  }

  async end() {
    this.pack.finalize()
    await this.written
  }
}

export async function readTar(file: FileHandle, read: (file: TarFile) => Promise<void>) {
  const tar = extract()
  let isTar = false
  const source = file.createReadStream({ start: 0, highWaterMark: CHUNK, autoClose: false })
  let failure: unknown
  tar.once('error', (error) => {
    failure = error
  })
  // A failed read also stops `tar`.
  pipeline(source, tar).catch(() => {})
  try {
    for await (const entry of tar) {
      isTar = true
      const { name, size, type } = entry.header
      if (type !== 'file') throw notOurs()
      await read({ name, size, content: Readable.from(entry) })
      entry.resume()
    }
  } catch (error) {
    const isOfFormat = error === failure && error instanceof Error && !('code' in error)
    if (!isOfFormat) throw error
    throw isTar && error.message === 'Unexpected end of data' ? cutOff() : notOurs()
  }
  await checkEnd(file)
}

/** The library also accepts archives that are cut off after a file. */
async function checkEnd(file: FileHandle) {
  const { size } = await file.stat()
  if (size < END.length) throw notOurs()
  const { buffer } = await file.read(Buffer.alloc(END.length), 0, END.length, size - END.length)
  if (!buffer.equals(END)) throw cutOff()
}

const notOurs = () =>
  new OperatorError('This file is not a Larder backup, or it is damaged. Nothing was changed.')

const cutOff = () => new OperatorError('This backup is incomplete: its end is missing. Nothing was changed.')
