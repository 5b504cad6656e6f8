import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { User } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { addItem } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { newStorageKey } from '#app/domain/receipts/receiptFiles.ts'
import type { Storage } from '#app/ports/storage/storage.ts'
import type { Services } from '#app/services.ts'
import { receipts } from '#db/schema.ts'
import { openConnection } from '#db/sqlite/client.ts'

/** A list with items and a receipt of `receipt` random bytes. */
export async function addFullList(services: Services, user: User, { items = 3, receipt = 5000 } = {}) {
  const list = await addList(services, user, { name: 'Saturday' })
  for (let n = 0; n < items; n += 1) {
    await addItem(services, user, { listId: list.id, ...AddItem.parse({ name: `item ${n}` }) })
  }
  await putReceipt(services, list.id, randomBytes(receipt))
  return list
}

/** Writes the same file and row as setReceipt, without a real photo. */
export async function putReceipt(services: Services, listId: string, bytes: Buffer): Promise<string> {
  const storageKey = newStorageKey()
  await services.storage.put(storageKey, bytes)
  await services.write((tx) =>
    tx
      .insert(receipts)
      .values({
        id: newId(),
        listId,
        storageKey,
        contentType: 'image/webp',
        bytes: bytes.length,
        width: 1,
        height: 1,
        createdAt: Date.now(),
      })
      .run(),
  )
  return storageKey
}

const TABLES = [
  ...['users', 'sessions', 'tokens', 'lists', 'items', 'receipts', 'api_tokens', 'operations'],
  ...['list_members', 'list_links', 'invites', 'companions', 'trips', 'trip_items', 'goods'],
  ...['aisles', 'categories', 'list_views'],
]
const allOf = (table: string) => `SELECT * FROM ${table} ORDER BY 1, 2`

/** All rows and the hashes of all receipts, for comparison. */
export async function snapshot({ db, storage }: Pick<Services, 'db' | 'storage'>) {
  const rows: unknown[][] = []
  for (const table of TABLES) rows.push(await db.all(sql.raw(allOf(table))))
  return withFiles(rows, storage)
}

/** The same of a database that is not open. */
export function snapshotOfFolder(dataDir: string, storage: Storage, leaveOut: string[] = []) {
  const connection = openConnection(join(dataDir, 'larder.db'))
  try {
    return withFiles(
      TABLES.map((table) => (leaveOut.includes(table) ? [] : connection.prepare(allOf(table)).all())),
      storage,
    )
  } finally {
    connection.close()
  }
}

async function withFiles(rows: unknown[][], storage: Storage) {
  const files: [string, string][] = []
  for (const row of rows[TABLES.indexOf('receipts')] ?? []) {
    const { storage_key: key } = row as { storage_key: string }
    files.push([key, hashOf(await storage.get(key))])
  }
  return { rows, files: files.sort() }
}

function hashOf(bytes: Uint8Array | undefined): string {
  return bytes ? createHash('sha256').update(bytes).digest('hex') : 'missing'
}
