import { eq, sql } from 'drizzle-orm'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { items, lists } from '#db/schema.ts'
import { DomainError } from './errors.ts'

/** What a row takes beside its name: numbers, ids, and its places in the indexes. Migration 0004 says it too. */
const ROW_BYTES = 200

/** What these lists or items take in the database. */
export function bytesOf(...names: string[]): number {
  return names.reduce((sum, name) => sum + Buffer.byteLength(name) + ROW_BYTES, 0)
}

/** The same for all items of a list, without reading them. */
export function bytesOfItemsIn(tx: Db, listId: string): number {
  const found = tx
    .select({ bytes: sql<number>`coalesce(sum(octet_length(${items.name}) + ${ROW_BYTES}), 0)` })
    .from(items)
    .where(eq(items.listId, listId))
    .get()
  return found?.bytes ?? 0
}

const storedBytes = prepared((db) =>
  db
    .select({ bytes: sql<number>`coalesce(sum(${lists.storedBytes}), 0)` })
    .from(lists)
    .where(eq(lists.createdBy, sql.placeholder('userId')))
    .prepare(),
)

/** How much an account stores: every list knows what it holds, its receipt included. */
export function storedBy(db: Db, userId: string): number {
  return storedBytes(db).get({ userId })?.bytes ?? 0
}

/** Room for so many bytes more; deleting and ticking never need any. */
export function refuseOverBudget({ config }: Services, tx: Db, userId: string, more: number): void {
  const budget = config.STORAGE_PER_ACCOUNT
  if (budget === undefined || more <= 0 || storedBy(tx, userId) + more <= budget) return
  throw new DomainError('storage-limit-reached', { bytes: budget })
}
