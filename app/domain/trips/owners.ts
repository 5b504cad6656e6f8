import { and, eq, lte, sql } from 'drizzle-orm'
import { deleteSome } from '#app/domain/deleteSome.ts'
import { type Db, deleted, live, withDeleted } from '#db/database.ts'
import { trips } from '#db/schema.ts'

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

/** With their lines and photos, whose files are swept later. Returns whether there may be more. */
export const purgeTripsBefore = (tx: Db, time: number) =>
  deleteSome(tx, trips, [trips.id], sql`${deleted(trips)} and ${lte(trips.deletedAt, time)}`)

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
