import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { newStorageKey } from '#app/domain/receipts/receiptFiles.ts'
import { watchDecoders } from '#tests/support/decoders.ts'
import { s3Environment, startS3 } from '#tests/support/s3.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { diskStorage } from './disk.ts'
import { s3Storage } from './s3.ts'
import { type Storage, StorageFailure } from './storage.ts'

const s3At = (environment: Record<string, string>, deadline?: number) =>
  s3Storage({
    bucket: environment.S3_BUCKET ?? '',
    endpoint: environment.S3_ENDPOINT ?? '',
    region: 'us-east-1',
    accessKeyId: environment.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.S3_SECRET_ACCESS_KEY ?? '',
    forcePathStyle: true,
    ...(deadline && { deadline }),
  })

const STORAGES: [name: string, make: () => Promise<Storage>][] = [
  ['disk', async () => diskStorage(join(temporaryFolder(), 'receipts'))],
  ['S3', async () => s3At(await startS3())],
]

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (found: Uint8Array | undefined) => found && new TextDecoder().decode(found)

async function keysIn(storage: Storage) {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.sort()
}

describe.each(STORAGES)('storage on %s', (_name, make) => {
  test('returns the stored file', async () => {
    const storage = await make()
    const key = newStorageKey()
    await storage.put(key, bytes('0123456789'))
    expect(text(await storage.get(key))).toBe('0123456789')
  })

  test('stores large files without changes', async () => {
    const storage = await make()
    const key = newStorageKey()
    const large = new Uint8Array(3_000_000).map((_, index) => index % 251)
    await storage.put(key, large)
    expect(Buffer.compare((await storage.get(key)) ?? bytes(''), large)).toBe(0)
  })

  test('returns undefined for missing and deleted files', async () => {
    const storage = await make()
    const key = newStorageKey()
    expect(await storage.get(key)).toBeUndefined()
    await storage.put(key, bytes('gone soon'))
    await storage.delete(key)
    expect(await storage.get(key)).toBeUndefined()
    await storage.delete(key)
  })

  test('replaces an existing file', async () => {
    const storage = await make()
    const key = newStorageKey()
    await storage.put(key, bytes('first'))
    await storage.put(key, bytes('second'))
    expect(text(await storage.get(key))).toBe('second')
  })

  test('lists files with their size and modification time', async () => {
    const storage = await make()
    expect(await keysIn(storage)).toEqual([])
    const keys = [newStorageKey(), newStorageKey(), newStorageKey()]
    await Promise.all(keys.map((key) => storage.put(key, bytes(key))))
    expect(await keysIn(storage)).toEqual(keys.sort())
    for await (const { bytes, modifiedAt } of storage.list()) {
      expect(bytes).toBe(37)
      // S3 rounds to whole seconds.
      expect(Math.abs(Date.now() - modifiedAt)).toBeLessThan(60_000)
    }
  })

  test.each(['../../etc/passwd', '', 'a.webp', `${'0'.repeat(32)}.html`, `/${newStorageKey()}`])(
    'refuses %j as a key',
    async (key) => {
      const storage = await make()
      await expect(storage.put(key, bytes('x'))).rejects.toThrow('not a storage key')
      await expect(storage.get(key)).rejects.toThrow('not a storage key')
      await expect(storage.delete(key)).rejects.toThrow('not a storage key')
    },
  )
})

test('a write error on disk throws StorageFailure and leaves no file behind', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'receipts'), 'a file where the folder should be')
  const storage = diskStorage(join(folder, 'receipts'))
  await expect(storage.put(newStorageKey(), bytes('x'))).rejects.toBeInstanceOf(StorageFailure)
  expect(await keysIn(storage)).toEqual([])
})

test('a partial file from an interrupted put is listed and can be deleted', async () => {
  const folder = temporaryFolder()
  const key = newStorageKey()
  const part = `${key}.part`
  const path = join(folder, key.slice(0, 2), part)
  mkdirSync(join(folder, key.slice(0, 2)))
  writeFileSync(path, 'half')
  const storage = diskStorage(folder)
  expect(await keysIn(storage)).toEqual([part])
  expect(await storage.get(key)).toBeUndefined()
  await storage.delete(part)
  expect(existsSync(path)).toBe(false)
})

/** An S3 server with this request handler. */
async function fakeS3(handler: Parameters<typeof createServer>[1]) {
  const server = createServer(handler ?? (() => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return s3Environment((server.address() as AddressInfo).port)
}

describe('S3 failures', () => {
  const failures: [string, () => Promise<Record<string, string>>][] = [
    ['is unreachable', async () => s3Environment(1)],
    ['never responds', () => fakeS3(() => {})],
    [
      'stops mid-response',
      () => fakeS3((_req, res) => res.writeHead(200, { 'Content-Length': '9' }).write('<')),
    ],
    ['returns 500', () => fakeS3((_req, res) => res.writeHead(500).end())],
    ['returns 403', () => fakeS3((_req, res) => res.writeHead(403).end())],
    ['returns HTML', () => fakeS3((_req, res) => res.writeHead(200).end('<!doctype html>'))],
  ]

  test.each(failures)('a server that %s causes a StorageFailure before the deadline', async (name, start) => {
    const storage = s3At(await start(), 1500)
    const started = performance.now()
    await expect(keysIn(storage)).rejects.toBeInstanceOf(StorageFailure)
    if (name !== 'returns HTML') {
      await expect(storage.get(newStorageKey())).rejects.toBeInstanceOf(StorageFailure)
    }
    if (name !== 'stops mid-response' && name !== 'returns HTML') {
      await expect(storage.put(newStorageKey(), bytes('x'))).rejects.toBeInstanceOf(StorageFailure)
    }
    expect(performance.now() - started).toBeLessThan(8000)
  })
})

// security: compressed-object
test.each([200, 404, 500])(
  'a compressed response (%i) from S3 is refused and not decoded',
  async (status) => {
    const asked: unknown[] = []
    const environment = await fakeS3((req, res) => {
      asked.push(req.headers['accept-encoding'])
      req.resume()
      res.writeHead(status, { 'Content-Encoding': 'br' }).end(Buffer.alloc(2_000, 0xff))
    })
    const decoders = watchDecoders()
    const storage = s3At(environment)
    const read: unknown = await storage.get(newStorageKey()).catch((error) => error)
    expect(read).toBeInstanceOf(StorageFailure)
    expect(inspect(read)).toContain('the response is compressed')
    await expect(keysIn(storage)).rejects.toBeInstanceOf(StorageFailure)
    expect(new Set(asked)).toEqual(new Set(['identity']))
    expect(decoders).toEqual([])
  },
)

test('the SDK prints nothing about the version of Node', async () => {
  const warn = vi.spyOn(process, 'emitWarning')
  const environment = await startS3()
  await s3At(environment).put(newStorageKey(), bytes('x'))
  expect(warn.mock.calls.filter(([warning]) => String(warning).includes('AWS'))).toEqual([])
})

test.each([301, 302, 307, 308])('a redirect (%i) from S3 is not followed', async (status) => {
  let reached = 0
  const other = await fakeS3((_req, res) => {
    reached += 1
    res.end()
  })
  let requests = 0
  const environment = await fakeS3((req, res) => {
    requests += 1
    req.resume()
    const region = { 'x-amz-bucket-region': 'eu-west-1' }
    res.writeHead(status, { Location: `${other.S3_ENDPOINT}${req.url}`, ...region }).end()
  })
  const storage = s3At(environment)
  await expect(storage.put(newStorageKey(), bytes('x'))).rejects.toBeInstanceOf(StorageFailure)
  await expect(storage.get(newStorageKey())).rejects.toBeInstanceOf(StorageFailure)
  await expect(storage.delete(newStorageKey())).rejects.toBeInstanceOf(StorageFailure)
  await expect(keysIn(storage)).rejects.toBeInstanceOf(StorageFailure)
  expect(requests).toBeGreaterThanOrEqual(4)
  expect(reached).toBe(0)
})

test('S3 lists more than one page', async () => {
  const pages = [newStorageKey(), newStorageKey()]
  const environment = await fakeS3((req, res) => {
    const second = req.url?.includes('continuation-token=more')
    const key = `<Contents><Key>receipts/${pages[second ? 1 : 0]}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`
    const more = second
      ? '<IsTruncated>false</IsTruncated>'
      : '<IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken>'
    res.writeHead(200, { 'Content-Type': 'application/xml' })
    res.end(
      `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${key}${more}</ListBucketResult>`,
    )
  })
  expect(await keysIn(s3At(environment))).toEqual(pages.sort())
})

test('what goes wrong with S3 is logged without the request that was signed', async () => {
  const storage = s3At(await fakeS3((_req, res) => res.writeHead(403).end()))
  const failure: unknown = await storage.get(newStorageKey()).catch((error) => error)
  const logged = inspect(failure, { depth: 20, showHidden: true })
  expect(logged).toContain('403')
  expect(logged).not.toMatch(/S3RVER|AWS4|Signature/)
})

// security: endless-response
test.each([200, 404, 500])('an endless response (%i) from S3 is cut off', async (status) => {
  let sent = 0
  const environment = await fakeS3((_req, res) => {
    const chunk = Buffer.alloc(1_000_000, 'a')
    const send = () => {
      // More than a response may have, so that without a limit this test fails instead of filling the memory.
      while (!res.destroyed && sent < 100) {
        sent += 1
        if (!res.write(chunk)) return
      }
    }
    res.writeHead(status).on('drain', send)
    send()
  })
  const storage = s3At(environment, 5000)
  const read: unknown = await storage.get(newStorageKey()).catch((error) => error)
  expect(inspect(read)).toContain('the response is too long')
  await expect(keysIn(storage)).rejects.toBeInstanceOf(StorageFailure)
})
