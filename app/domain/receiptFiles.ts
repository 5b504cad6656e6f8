import { randomBytes } from 'node:crypto'
import { eq, min } from 'drizzle-orm'
import { StorageFailure } from '#app/ports/storage/storage.ts'
import type { Services } from '#app/services.ts'
import { receipts, users } from '#db/schema.ts'
import { DomainError } from './errors.ts'
import { DAY, HOUR } from './time.ts'

/** 128 random bits: whoever knows one key can guess no other. */
export function newKey(): string {
  return `${randomBytes(16).toString('hex')}.webp`
}

/** The storage's troubles as sentences. */
export async function stored<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error
    throw error.full
      ? new DomainError('receipt-storage-full', {}, { cause: error })
      : new DomainError('receipt-storage-unavailable', {}, { cause: error, retryAfter: 30 })
  }
}

/** Deletes a file that no receipt names. Nobody waits for this, and what fails here is swept later. */
export async function discardFile(services: Services, key: string): Promise<void> {
  try {
    if (!isNamed(services, key)) await services.storage.delete(key)
  } catch (error) {
    services.log.warn({ err: error, key }, 'could not delete a file that no receipt names')
  }
}

function isNamed({ db }: Services, key: string): boolean {
  return db.select().from(receipts).where(eq(receipts.storageKey, key)).get() !== undefined
}

/**
 * Deletes what interrupted uploads left behind. An upload puts its file first and its row a moment
 * later, hence the hour. A file older than this database's first account cannot be its own: a
 * server started with an empty database by mistake must not delete everybody's receipts.
 */
export async function sweepFiles(services: Services, now = Date.now()): Promise<number> {
  const first = services.db
    .select({ at: min(users.createdAt) })
    .from(users)
    .get()?.at
  if (!first) return 0
  let swept = 0
  for await (const { key, modifiedAt } of services.storage.list()) {
    // The storage may have a clock of its own: an hour of grace on both ends.
    if (modifiedAt < first - HOUR || modifiedAt > now - HOUR || isNamed(services, key)) continue
    await services.storage.delete(key)
    swept += 1
  }
  return swept
}

/** At start and once a day. */
export function keepSweeping(services: Services): () => void {
  const sweep = async () => {
    try {
      const swept = await sweepFiles(services)
      if (swept > 0) services.log.info({ swept }, 'deleted files that no receipt names')
    } catch (error) {
      services.log.warn({ err: error }, 'could not look for files that no receipt names')
    }
  }
  sweep()
  const timer = setInterval(sweep, DAY)
  timer.unref()
  return () => clearInterval(timer)
}
