import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Effect } from '#app/domain/history/changes.ts'
import { newId } from '#app/domain/ids.ts'
import { creationOf, deletionOf, type StoredPhoto } from '#app/domain/receipts/receipts.ts'
import type { Services } from '#app/services.ts'
import { type Db, deleted, live, prepared, withDeleted } from '#db/database.ts'
import { receipts, trips } from '#db/schema.ts'

const photo = prepared((db) =>
  db
    .select()
    .from(receipts)
    .where(and(eq(receipts.tripId, sql.placeholder('tripId')), live(receipts)))
    .prepare(),
)

export const photoOfTrip = ({ db }: Pick<Services, 'db'>, tripId: string) => photo(db).get({ tripId })

interface Replaced {
  effects: Effect[]
  bytes: number
}

/** A list's history can bring back the last one: it stays, and counts, for 30 days. Without a list, it is gone. */
export async function replacePhoto(
  tx: Db,
  tripId: string,
  photo: StoredPhoto | undefined,
  { hasHistory }: { hasHistory: boolean },
): Promise<Replaced> {
  const ofTrip = eq(receipts.tripId, tripId)
  const purged = await tx
    .delete(receipts)
    .where(and(ofTrip, hasHistory ? deleted(receipts) : withDeleted(receipts)))
    .returning()
    .all()
  const old = await tx
    .update(receipts)
    .set({ deletedAt: Date.now() })
    .where(and(ofTrip, live(receipts)))
    .returning()
    .get()
  const row = photo && { id: newId(), tripId, createdAt: Date.now(), ...photo }
  const added = row && (await tx.insert(receipts).values(row).returning().get())
  return {
    effects: [...deletionOf(old), ...(added ? [creationOf(added)] : [])],
    bytes: purged.reduce((sum, { bytes }) => sum - bytes, added?.bytes ?? 0),
  }
}

const PHOTOS = 100

/** Those that were replaced or removed. Their files are swept later. Returns whether there may be more. */
export async function purgePhotosBefore(tx: Db, time: number): Promise<boolean> {
  const due = await tx
    .select({ id: receipts.id, tripId: receipts.tripId, bytes: receipts.bytes })
    .from(receipts)
    .where(and(isNotNull(receipts.tripId), deleted(receipts), lte(receipts.deletedAt, time)))
    .limit(PHOTOS)
    .all()
  if (due.length === 0) return false
  for (const { tripId, bytes } of due) {
    await tx
      .update(trips)
      .set({ storedBytes: sql`${trips.storedBytes} - ${bytes}` })
      .where(and(eq(trips.id, tripId ?? ''), withDeleted(trips)))
      .run()
  }
  const ids = due.map(({ id }) => id)
  await tx
    .delete(receipts)
    .where(and(inArray(receipts.id, ids), deleted(receipts)))
    .run()
  return due.length === PHOTOS
}
