import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import { deleteSome } from '#app/domain/deleteSome.ts'
import { type Db, deleted, live, withDeleted } from '#db/database.ts'
import { receipts, tripItems, trips } from '#db/schema.ts'

/** They go along with their list. */
export async function giveTrips(tx: Db, listId: string, ownerId: string): Promise<void> {
  await tx
    .update(trips)
    .set({ ownerId })
    .where(and(eq(trips.listId, listId), withDeleted(trips)))
    .run()
}

/** Nobody has taken their list. The sweep deletes them a little at a time. */
export async function endTrips(tx: Db, listId: string): Promise<void> {
  await tx
    .update(trips)
    .set({ deletedAt: 0 })
    .where(and(eq(trips.listId, listId), withDeleted(trips)))
    .run()
}

export async function bytesOfTripsOn(tx: Db, listId: string): Promise<number> {
  const sum = await tx
    .select({ bytes: sql`coalesce(sum(${trips.storedBytes}), 0)`.mapWith(Number) })
    .from(trips)
    .where(and(eq(trips.listId, listId), live(trips)))
    .get()
  return sum?.bytes ?? 0
}

/** The lines first, since trips can have thousands. Photos' files are swept later. Returns whether there may be more. */
async function purgeTrips(tx: Db, which: SQL): Promise<boolean> {
  const found = tx
    .select({ id: trips.id })
    .from(trips)
    .where(and(which, withDeleted(trips)))
  const { tripId, position } = tripItems
  if (await deleteSome(tx, tripItems, [tripId, position], sql`${tripId} in ${found}`)) return true
  return deleteSome(tx, trips, [trips.id], which)
}

export const purgeTripsBefore = (tx: Db, time: number) =>
  purgeTrips(tx, sql`${deleted(trips)} and ${lte(trips.deletedAt, time)}`)

export const purgeTripsOf = (tx: Db, ownerId: string) => purgeTrips(tx, eq(trips.ownerId, ownerId))

/** They can't be restored. Returns the files of their photos. */
export async function endTripsOf(tx: Db, ownerId: string): Promise<string[]> {
  const photos = await tx
    .select({ key: receipts.storageKey })
    .from(trips)
    .innerJoin(receipts, and(eq(receipts.tripId, trips.id), withDeleted(receipts)))
    .where(and(eq(trips.ownerId, ownerId), withDeleted(trips)))
    .all()
  await tx
    .update(trips)
    .set({ deletedAt: 0 })
    .where(and(eq(trips.ownerId, ownerId), withDeleted(trips)))
    .run()
  return photos.map(({ key }) => key)
}

export async function purgeOldestTrip(tx: Db, ownerId: string): Promise<number> {
  const oldest = await tx
    .select({ id: trips.id, bytes: trips.storedBytes })
    .from(trips)
    .where(and(eq(trips.ownerId, ownerId), deleted(trips)))
    .orderBy(trips.deletedAt)
    .limit(1)
    .get()
  if (!oldest) return 0
  await tx
    .delete(trips)
    .where(and(eq(trips.id, oldest.id), deleted(trips)))
    .run()
  return oldest.bytes
}
