import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type ZipEntry = { name: string } & ({ text: AsyncIterable<string> } | { bytes: Uint8Array })

const CHUNK_BYTES = 64 * 1024

export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile()
  // yazl makes it a PassThrough but declares less.
  const output = archive.outputStream as Readable
  const left = new AbortController()
  const adding = addAll(archive, entries, left.signal).catch((error) => void output.destroy(error))
  try {
    yield* output
  } finally {
    left.abort()
    await adding
  }
}

async function addAll(archive: ZipFile, entries: AsyncIterable<ZipEntry>, signal: AbortSignal) {
  for await (const entry of entries) {
    // yazl keeps every stream it was given until the end; this one is empty by then.
    const input = new PassThrough()
    archive.addReadStream(input, entry.name, { compress: 'text' in entry })
    await pipeline('bytes' in entry ? inChunks(entry.bytes) : entry.text, input, { signal })
  }
  archive.end()
}

/** yazl computes a checksum per chunk: small ones let other requests run in between. */
function* inChunks(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
}
