import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newStorageKey } from '#app/domain/receipts/receiptFiles.ts'
import { diskStorage } from '#app/ports/storage/disk.ts'
import { type Storage, sizesIn } from '#app/ports/storage/storage.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { moveFiles } from './moveReceipts.ts'

/** Fails at the nth write or deletion, as if the process had been killed there. */
function failingAt(steps: { left: number }, storage: Storage): Storage {
  const step = () => {
    if (steps.left === 0) throw new Error('killed')
    steps.left -= 1
  }
  return {
    ...storage,
    async put(key, bytes) {
      step()
      await storage.put(key, bytes)
    },
    async delete(key) {
      step()
      await storage.delete(key)
    },
  }
}

test('wherever moving is interrupted, every receipt is still there, and the next attempt moves the rest', async () => {
  const files = new Map(Array.from({ length: 4 }, () => [newStorageKey(), randomBytes(500)]))
  const keys = [...files.keys()]
  for (let steps = 0; steps <= 2 * files.size; steps += 1) {
    const [from, to] = [diskStorage(temporaryFolder()), diskStorage(temporaryFolder())]
    for (const [key, bytes] of files) await from.put(key, bytes)
    const left = { left: steps }
    await moveFiles(keys, failingAt(left, from), failingAt(left, to)).catch(() => {})
    for (const key of keys) expect((await from.get(key)) ?? (await to.get(key))).toEqual(files.get(key))
    await moveFiles(keys, from, to)
    for (const key of keys) expect(await to.get(key)).toEqual(files.get(key))
    expect((await sizesIn(from)).size).toBe(0)
  }
})

test('a file that is damaged in the new place is copied again', async () => {
  const [from, to] = [diskStorage(temporaryFolder()), diskStorage(temporaryFolder())]
  const [key, bytes] = [newStorageKey(), randomBytes(500)]
  await from.put(key, bytes)
  await to.put(key, bytes.subarray(0, 100))
  expect(await moveFiles([key], from, to)).toBe(1)
  expect(await to.get(key)).toEqual(bytes)
})
