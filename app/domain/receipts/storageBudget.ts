import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isOwnerless, type Ownership, offeredWithoutOwnerTo, ownedBy } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { purgeBytes } from '#app/domain/history/purge.ts'
import type { Services } from '#app/services.ts'
import { type Db, prepared, withDeleted } from '#db/database.ts'
import { lists, trips } from '#db/schema.ts'

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

const SUMS_OF_TRIPS = {
  live: sql`coalesce(sum(CASE WHEN ${trips.deletedAt} IS NULL THEN ${trips.storedBytes} ELSE 0 END), 0)`.mapWith(
    Number,
  ),
  all: sql`coalesce(sum(${trips.storedBytes}), 0)`.mapWith(Number),
}

/** Each write asks: of thousands of trips, an index has all that it needs. */
const allTrips = prepared((db) =>
  db
    .select(SUMS_OF_TRIPS)
    .from(trips)
    .where(and(eq(trips.ownerId, sql.placeholder('userId')), withDeleted(trips)))
    .prepare(),
)

const offeredTrips = prepared((db) =>
  db
    .select(SUMS_OF_TRIPS)
    .from(lists)
    .innerJoin(trips, and(eq(trips.listId, lists.id), withDeleted(trips)))
    .where(and(offeredWithoutOwnerTo(sql.placeholder('userId')), withDeleted(lists)))
    .prepare(),
)

/** The storage of an account. Each list's row holds its own sums, receipt included. Deleted items and photos don't count. */
export async function storedBy(db: Db, userId: string): Promise<number> {
  return (await storedFor(db, { createdBy: userId, offeredTo: null })).live
}

/** With what is deleted, and what is over the limit. */
export async function bytesOver(db: Db, list: Ownership, limit: number): Promise<number> {
  return (await storedFor(db, list)).all - limit
}

/** A list's trips count where it does. */
async function storedFor(db: Db, list: Ownership) {
  const of = { userId: list.createdBy }
  const offered = await offeredTrips(db).get(of)
  const inTrips = isOwnerless(list) ? offered : minus(await allTrips(db).get(of), offered)
  return plus(await (isOwnerless(list) ? offeredBytes : ownBytes)(db).get(of), inTrips)
}

type Bytes = { live: number; all: number } | undefined

const plus = (a: Bytes, b: Bytes, sign = 1) => ({
  live: (a?.live ?? 0) + sign * (b?.live ?? 0),
  all: (a?.all ?? 0) + sign * (b?.all ?? 0),
})

const minus = (a: Bytes, b: Bytes) => plus(a, b, -1)

/** Throws if the account has no room. Returns how many bytes of deleted things must go. */
export async function checkStorage({ config }: Services, db: Db, list: Ownership, bytes: number) {
  const limit = config.STORAGE_PER_ACCOUNT
  if (limit === undefined || bytes <= 0) return 0
  const { live, all } = await storedFor(db, list)
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
