import { and, type SQL, sql } from 'drizzle-orm'
import { isOwnerless, type Ownership, offeredWithoutOwnerTo, ownedBy } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { purgeBytes } from '#app/domain/history/purge.ts'
import type { Services } from '#app/services.ts'
import { type Db, prepared, withDeleted } from '#db/database.ts'
import { lists } from '#db/schema.ts'

const sumOf = (budget: SQL | undefined) =>
  prepared((db) =>
    db
      .select({
        live: sql`coalesce(sum(${lists.operationBytes} + CASE WHEN ${lists.deletedAt} IS NULL THEN ${lists.storedBytes} ELSE 0 END), 0)`.mapWith(
          Number,
        ),
        all: sql`coalesce(sum(${lists.storedBytes} + ${lists.historyBytes} + ${lists.operationBytes}), 0)`.mapWith(
          Number,
        ),
      })
      .from(lists)
      .where(and(budget, withDeleted(lists)))
      .prepare(),
  )

const ownBytes = sumOf(ownedBy(sql.placeholder('userId')))
const offeredBytes = sumOf(offeredWithoutOwnerTo(sql.placeholder('userId')))

/** The storage of an account. Each list's row holds its own sums, receipt included. Deleted items and photos don't count. */
export async function storedBy(db: Db, userId: string): Promise<number> {
  return (await ownBytes(db).get({ userId }))?.live ?? 0
}

/** With what is deleted, and what is over the limit. */
export async function bytesOver(db: Db, list: Ownership, limit: number): Promise<number> {
  return ((await storedFor(db, list))?.all ?? 0) - limit
}

const storedFor = (db: Db, list: Ownership) =>
  (isOwnerless(list) ? offeredBytes : ownBytes)(db).get({ userId: list.createdBy })

/** Throws if the account has no room. Returns how many bytes of deleted things must go. */
export async function checkStorage({ config }: Services, db: Db, list: Ownership, bytes: number) {
  const limit = config.STORAGE_PER_ACCOUNT
  if (limit === undefined || bytes <= 0) return 0
  const { live, all } = (await storedFor(db, list)) ?? { live: 0, all: 0 }
  if (live + bytes > limit) throw new DomainError('storage-limit-reached', { bytes: limit })
  return Math.max(0, all + bytes - limit)
}

/** Deleted things only take the room that is left. `restored` bytes are there already, as something deleted. */
export async function requireStorage(
  services: Services,
  tx: Db,
  list: Ownership,
  bytes: number,
  restored = 0,
): Promise<void> {
  const missing = (await checkStorage(services, tx, list, bytes)) - restored
  if (missing > 0) await purgeBytes(tx, list, missing)
}
