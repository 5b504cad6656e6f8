import { randomBytes } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import { and, eq, min } from 'drizzle-orm'
import { DomainError } from '#app/domain/errors.ts'
import { HOUR } from '#app/domain/time.ts'
import { StorageFailure } from '#app/ports/storage/storage.ts'
import type { Services } from '#app/services.ts'
import { withDeleted } from '#db/database.ts'
import { receipts, users } from '#db/schema.ts'

export function newStorageKey(): string {
  return `${randomBytes(16).toString('hex')}.webp`
}

export async function withStorageErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error
    throw error.full
      ? new DomainError('receipt-storage-full', {}, { cause: error })
      : new DomainError('receipt-storage-unavailable', {}, { cause: error, retryAfter: 30 })
  }
}

export async function discardFile(services: Services, key: string): Promise<void> {
  try {
    if (!(await isInUse(services, key))) await services.storage.delete(key)
  } catch (error) {
    services.log.warn({ err: error, key }, 'could not delete an unused receipt file')
  }
}

async function isInUse({ db }: Services, key: string): Promise<boolean> {
  const receipt = await db
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.storageKey, key), withDeleted(receipts)))
    .get()
  return receipt !== undefined
}

/** The keys of all receipts, also those of deleted lists. */
export async function receiptKeys({ db }: Pick<Services, 'db'>): Promise<string[]> {
  const rows = await db.select({ key: receipts.storageKey }).from(receipts).where(withDeleted(receipts)).all()
  return rows.map(({ key }) => key)
}

/** Files older than the first account stay: an empty database, started by mistake, must not delete all receipts. */
export async function sweepFiles(
  services: Services,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<number> {
  const first = await services.db
    .select({ at: min(users.createdAt) })
    .from(users)
    .get()
  if (!first?.at) return 0
  let deleted = 0
  for await (const { key, modifiedAt } of services.storage.list()) {
    // S3 lists 1,000 at once.
    await pause(undefined, { signal })
    // An hour of tolerance on both ends, because the storage's clock may differ.
    if (modifiedAt < first.at - HOUR || modifiedAt > now - HOUR) continue
    if (await isInUse(services, key)) continue
    await services.storage.delete(key)
    deleted += 1
  }
  return deleted
}
