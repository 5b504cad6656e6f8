import { eq, sql } from 'drizzle-orm'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { items, lists } from '#db/schema.ts'
import { DomainError } from './errors.ts'

/** An estimate for a row without its name: numbers, ids and index entries. Migration 0004 repeats it. */
const ROW_BYTES = 200

/** The storage of lists or items with these names. */
export function bytesOf(...names: string[]): number {
  return names.reduce((sum, name) => sum + Buffer.byteLength(name) + ROW_BYTES, 0)
}

/** The storage of a list's items, without reading them. */
export async function bytesOfItems(tx: Db, listId: string): Promise<number> {
  const row = await tx
    .select({ bytes: sql`coalesce(sum(octet_length(${items.name}) + ${ROW_BYTES}), 0)`.mapWith(Number) })
    .from(items)
    .where(eq(items.listId, listId))
    .get()
  return row?.bytes ?? 0
}

const storedBytes = prepared((db) =>
  db
    .select({ bytes: sql`coalesce(sum(${lists.storedBytes}), 0)`.mapWith(Number) })
    .from(lists)
    .where(eq(lists.createdBy, sql.placeholder('userId')))
    .prepare(),
)

/** The storage of an account. Each list's row holds its own sum, receipt included. */
export async function storedBy(db: Db, userId: string): Promise<number> {
  return (await storedBytes(db).get({ userId }))?.bytes ?? 0
}

/** Throws if so many more bytes would exceed the account's storage limit. */
export async function requireStorage(
  { config }: Services,
  tx: Db,
  userId: string,
  bytes: number,
): Promise<void> {
  const limit = config.STORAGE_PER_ACCOUNT
  if (limit === undefined || bytes <= 0) return
  if ((await storedBy(tx, userId)) + bytes <= limit) return
  throw new DomainError('storage-limit-reached', { bytes: limit })
}
