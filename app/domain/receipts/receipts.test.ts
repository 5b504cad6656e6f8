import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { DomainError } from '#app/domain/errors.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import type { ListEvent } from '#app/domain/liveEvents.ts'
import { HOUR } from '#app/domain/time.ts'
import { StorageFailure } from '#app/ports/storage/storage.ts'
import type { Services } from '#app/services.ts'
import { lists, receipts, users } from '#db/schema.ts'
import { photo, scanBomb } from '#tests/support/photos.ts'
import { storagesHere } from '#tests/support/s3.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { newStorageKey, sweepFiles } from './receiptFiles.ts'
import { deleteReceipt, readReceipt, receiptOf, setReceipt } from './receipts.ts'

const upload = await photo(60, 80).jpeg().toBuffer()

async function setUp(environment = {}) {
  const services = await testServices(environment)
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Weekend' })
  const events: ListEvent[] = []
  services.events.onEvent((event) => events.push(event))
  return { services, ada, list, events }
}

async function keysIn({ storage }: Services) {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.sort()
}

/** Live and deleted. */
const rowKeys = async ({ db }: Services) =>
  (await db.select().from(receipts).all()).map(({ storageKey }) => storageKey).sort()

/** Files of failed uploads are deleted shortly after the response. */
const filesAreRows = (services: Services) =>
  vi.waitFor(async () => expect(await keysIn(services)).toEqual(await rowKeys(services)), 15_000)

describe.each(storagesHere())('a receipt on %s', (_name, environment) => {
  test('is added, read and replaced, and the old one is kept', async () => {
    const { services, ada, list, events } = await setUp(await environment())
    expect(await receiptOf(services, ada, list.id)).toBeUndefined()

    const first = await setReceipt(services, ada, list.id, async () => upload)
    expect(first.replaced).toBe(false)
    expect(first.receipt).toMatchObject({ width: 60, height: 80, contentType: 'image/webp' })
    const { receipt, read } = await readReceipt(services, ada, list.id)
    expect((await read()).length).toBe(receipt.bytes)
    expect(
      Buffer.from(await read())
        .subarray(0, 4)
        .toString(),
    ).toBe('RIFF')

    const second = await setReceipt(services, ada, list.id, async () => upload)
    expect(second.replaced).toBe(true)
    expect(second.receipt.id).not.toBe(first.receipt.id)
    expect(await rowKeys(services)).toEqual([first, second].map((one) => one.receipt.storageKey).sort())
    await filesAreRows(services)
    expect(events.map(({ type, revision }) => [type, revision])).toEqual([
      ['receiptChanged', 1],
      ['receiptChanged', 2],
    ])
  })

  test('is kept when its list is deleted, but nobody can read it', async () => {
    const { services, ada, list } = await setUp(await environment())
    const { receipt } = await setReceipt(services, ada, list.id, async () => upload)
    await deleteList(services, ada, list.id)
    await expect(readReceipt(services, ada, list.id)).rejects.toMatchObject({ code: 'list-not-found' })
    expect(await rowKeys(services)).toEqual([receipt.storageKey])
    await filesAreRows(services)
  })

  test('is removed, and the file is kept', async () => {
    const { services, ada, list } = await setUp(await environment())
    const { receipt } = await setReceipt(services, ada, list.id, async () => upload)
    await deleteReceipt(services, ada, list.id)
    expect(await receiptOf(services, ada, list.id)).toBeUndefined()
    await expect(deleteReceipt(services, ada, list.id)).rejects.toMatchObject({ code: 'receipt-not-found' })
    expect(await rowKeys(services)).toEqual([receipt.storageKey])
    await filesAreRows(services)
  })
})

// ASVS 8.2.2
test("a stranger can't view or set a receipt", async () => {
  const { services, ada, list } = await setUp()
  const eve = await addUser(services, 'Eve')
  await setReceipt(services, ada, list.id, async () => upload)
  for (const attempt of [receiptOf, readReceipt]) {
    await expect(attempt(services, eve, list.id)).rejects.toMatchObject({ code: 'list-not-found' })
  }
  await expect(setReceipt(services, eve, list.id, async () => upload)).rejects.toMatchObject({
    code: 'list-not-found',
  })
  expect(await keysIn(services)).toHaveLength(1)
})

test('after thirty photos in an hour the next one must wait', async () => {
  const { services, ada, list } = await setUp()
  const svg = Buffer.from('<svg/>')
  for (let sent = 0; sent < 30; sent += 1) {
    await expect(setReceipt(services, ada, list.id, async () => svg)).rejects.toMatchObject({
      code: 'image-format-unsupported',
    })
  }
  const refusal: unknown = await setReceipt(services, ada, list.id, async () => upload).catch(
    (error) => error,
  )
  expect(refusal).toMatchObject({ code: 'photo-limit-reached', retryAfter: expect.any(Number) })
  expect(await receiptOf(services, ada, list.id)).toBeUndefined()
})

// security: refused-photos
test('photos that are refused count, and only a busy reader gives a try back', async () => {
  const { services, ada, list } = await setUp()
  const send = (bytes: Buffer) => setReceipt(services, ada, list.id, async () => bytes)
  const busy = () => Promise.reject(new DomainError('photos-busy'))
  await expect(setReceipt(services, ada, list.id, busy)).rejects.toMatchObject({ code: 'photos-busy' })
  const bomb = scanBomb({ scans: 800 })
  for (let sent = 0; sent < 30; sent += 1) {
    await expect(send(bomb)).rejects.toMatchObject({ code: 'photo-too-complex' })
  }
  await expect(send(upload)).rejects.toMatchObject({ code: 'photo-limit-reached' })
})

test('of parallel uploads for one list, one is live', async () => {
  const { services, ada, list } = await setUp()
  await Promise.all([1, 2].map(() => setReceipt(services, ada, list.id, async () => upload)))
  const rows = await services.db.select().from(receipts).all()
  expect(rows.map(({ deletedAt }) => deletedAt === null).sort()).toEqual([false, true])
  await filesAreRows(services)
})

describe('when something fails, the receipt stays unchanged', () => {
  async function withReceipt() {
    const all = await setUp()
    await setReceipt(all.services, all.ada, all.list.id, async () => upload)
    all.events.length = 0
    return { ...all, before: await rowKeys(all.services) }
  }

  async function unchanged({ services, before, events }: Awaited<ReturnType<typeof withReceipt>>) {
    expect(await rowKeys(services)).toEqual(before)
    expect(events).toEqual([])
    await filesAreRows(services)
  }

  test('a damaged photo', async () => {
    const all = await withReceipt()
    const attempt = setReceipt(all.services, all.ada, all.list.id, async () => upload.subarray(0, 500))
    await expect(attempt).rejects.toMatchObject({ code: 'photo-damaged', status: 422 })
    await unchanged(all)
  })

  test.each([
    ['is unavailable', false, 'receipt-storage-unavailable'],
    ['is full', true, 'receipt-storage-full'],
  ])('a storage that %s', async (_name, full, code) => {
    const all = await withReceipt()
    vi.spyOn(all.services.storage, 'put').mockRejectedValue(new StorageFailure(new Error('test'), { full }))
    await expect(setReceipt(all.services, all.ada, all.list.id, async () => upload)).rejects.toMatchObject({
      code,
    })
    await unchanged(all)
  })

  test('a failed commit', async () => {
    const all = await withReceipt()
    vi.spyOn(all.services, 'write').mockRejectedValue(new Error('test'))
    await expect(setReceipt(all.services, all.ada, all.list.id, async () => upload)).rejects.toThrow('test')
    await unchanged(all)
  })

  test('a list that is deleted during the upload', async () => {
    const all = await withReceipt()
    const { put } = all.services.storage
    vi.spyOn(all.services.storage, 'put').mockImplementation(async (key, bytes) => {
      await put(key, bytes)
      await deleteList(all.services, all.ada, all.list.id)
    })
    const attempt = setReceipt(all.services, all.ada, all.list.id, async () => upload)
    await expect(attempt).rejects.toMatchObject({ status: 404 })
    expect(await rowKeys(all.services)).toEqual(all.before)
    await filesAreRows(all.services)
  })
})

describe('reading', () => {
  test('fails for a list without a receipt', async () => {
    const { services, ada, list } = await setUp()
    await expect(readReceipt(services, ada, list.id)).rejects.toMatchObject({ code: 'receipt-not-found' })
  })

  test('fails if the storage is unavailable', async () => {
    const { services, ada, list } = await setUp()
    await setReceipt(services, ada, list.id, async () => upload)
    vi.spyOn(services.storage, 'get').mockRejectedValue(new StorageFailure(new Error('test')))
    const { read } = await readReceipt(services, ada, list.id)
    await expect(read()).rejects.toMatchObject({ code: 'receipt-storage-unavailable' })
  })
})

describe('the sweep', () => {
  test('deletes only old files that no receipt refers to', async () => {
    const { services, ada, list } = await setUp()
    const { receipt } = await setReceipt(services, ada, list.id, async () => upload)
    const orphan = newStorageKey()
    await services.storage.put(orphan, upload)
    expect(await sweepFiles(services), 'recent files may still get their row').toBe(0)
    expect(await sweepFiles(services, Date.now() + 2 * HOUR)).toBe(1)
    expect(await keysIn(services)).toEqual([receipt.storageKey])
  })

  test('deletes the files of deleted accounts', async () => {
    const { services, ada, list } = await setUp()
    await addUser(services, 'Eve')
    await setReceipt(services, ada, list.id, async () => upload)
    await services.write((tx) => tx.delete(users).where(eq(users.id, ada.id)).run())
    expect(await services.db.select().from(lists).all()).toEqual([])
    await services.write((tx) => tx.update(users).set({ createdAt: 1 }).run())
    expect(await sweepFiles(services, Date.now() + 2 * HOUR)).toBe(1)
  })

  test('keeps files that are older than the database', async () => {
    const { services } = await setUp()
    await services.storage.put(newStorageKey(), upload)
    const later = Date.now() + 2 * HOUR
    await services.write((tx) =>
      tx
        .update(users)
        .set({ createdAt: later - 1 })
        .run(),
    )
    expect(await sweepFiles(services, later)).toBe(0)
    await services.write((tx) => tx.delete(users).run())
    expect(await sweepFiles(services, later)).toBe(0)
  })
})
