import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import * as zlib from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openPromise } from 'yauzl'
import { nightly } from '#tests/support/nightly.ts'
import { unzip } from '#tests/support/unzip.ts'
import { type ZipEntry, zip } from './zip.ts'

const MB = 2 ** 20

async function* textOf(...parts: string[]) {
  yield* parts
}

test('texts and photos come back unchanged, with their names', async () => {
  const photo = Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 251))
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'receipts/001 日用品 – Käse.webp', bytes: photo }
    yield { name: 'empty.webp', bytes: new Uint8Array() }
    yield { name: 'data.json', text: textOf('{"a":', '', '"€"}') }
    yield { name: 'empty.csv', text: textOf() }
  }
  const files = await unzip(await buffer(zip(entries())))
  expect([...files]).toEqual([
    ['receipts/001 日用品 – Käse.webp', photo],
    ['empty.webp', Buffer.alloc(0)],
    ['data.json', Buffer.from('{"a":"€"}')],
    ['empty.csv', Buffer.alloc(0)],
  ])
})

nightly('an archive beyond 4 GiB can be read to its last file', async () => {
  useFastChecksums()
  const folder = mkdtempSync(join(tmpdir(), 'larder-zip-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const zeros = Buffer.alloc(10 * MB)
  const count = 420
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let n = 0; n < count; n += 1) yield { name: `${n}.webp`, bytes: zeros }
    yield { name: 'last.txt', text: textOf('still here') }
  }
  // Zeros are skipped, not written: the file is sparse and takes little space.
  const file = await open(join(folder, 'large.zip'), 'w')
  let size = 0
  for await (const chunk of zip(entries())) {
    if (!zeros.subarray(0, chunk.length).equals(chunk)) await file.write(chunk, 0, chunk.length, size)
    size += chunk.length
  }
  await file.close()
  expect(size).toBeGreaterThan(2 ** 32)

  const archive = await openPromise(join(folder, 'large.zip'), { autoClose: false })
  onTestFinished(() => archive.close())
  let seen = 0
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName === 'last.txt') {
      expect(entry.relativeOffsetOfLocalHeader).toBeGreaterThan(2 ** 32)
      expect(await text(await archive.openReadStreamPromise(entry))).toBe('still here')
    } else {
      expect(entry).toMatchObject({ fileName: `${seen}.webp`, uncompressedSize: zeros.length })
      expect((await archive.readLocalFileHeaderPromise(entry)).fileName.toString()).toBe(entry.fileName)
      seen += 1
    }
  }
  expect(seen).toBe(count)
})

/** yazl computes checksums in JavaScript, 12 s for 4 GiB. Newer Node does it natively. */
function useFastChecksums() {
  if (!('crc32' in zlib)) return
  const yazl = createRequire(import.meta.url).resolve('yazl')
  const library = createRequire(yazl)('buffer-crc32')
  const { unsigned } = library
  library.unsigned = zlib.crc32
  onTestFinished(() => {
    library.unsigned = unsigned
  })
}

/** Counts the requested entries and records whether the source was stopped. */
function watched(bytes: number) {
  const source = { requested: 0, ended: false }
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      for (;;) {
        source.requested += 1
        yield { name: `${source.requested}.webp`, bytes: Buffer.alloc(bytes) }
      }
    } finally {
      source.ended = true
    }
  }
  return { source, archive: zip(entries()) }
}

test('a reader that pauses stops the source', async () => {
  const { source, archive } = watched(MB)
  let read = 0
  while (read < 4.5 * MB) read += (await archive.next()).value?.length ?? 0
  await wait(50)
  expect(source.requested).toBeLessThanOrEqual(6)
  await archive.return(undefined)
})

test.each([0, 1, 100])('a reader that leaves after %d chunks ends the source', async (chunks) => {
  const { source, archive } = watched(MB)
  for (let n = 0; n < chunks; n += 1) await archive.next()
  await archive.return(undefined)
  expect(source.ended).toBe(source.requested > 0)
})

test('a reader that leaves in the middle of a text ends its source', async () => {
  let ended = false
  async function* endless() {
    try {
      for (;;) yield `${Math.random()}`.repeat(1000)
    } finally {
      ended = true
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'endless.txt', text: endless() }
  }
  const archive = zip(entries())
  await archive.next()
  await archive.next()
  await archive.return(undefined)
  await expect.poll(() => ended).toBe(true)
})

test.each(['entry', 'text'])('a failing %s reaches the reader', async (where) => {
  async function* broken() {
    yield 'half of '
    throw new Error('the disk is gone')
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'a.webp', bytes: Buffer.alloc(10) }
    if (where === 'entry') throw new Error('the disk is gone')
    yield { name: 'b.txt', text: broken() }
  }
  await expect(buffer(zip(entries()))).rejects.toThrow('the disk is gone')
})
