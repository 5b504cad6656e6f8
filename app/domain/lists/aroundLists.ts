import { and, eq, exists, gt, isNull, sql } from 'drizzle-orm'
import { ownedBy, type User } from '#app/domain/access/access.ts'
import { KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { isOfferedTo } from '#app/domain/sharing/people.ts'
import type { Services } from '#app/services.ts'
import { deleted, live, prepared } from '#db/database.ts'
import { companions, listMembers, lists, pausedSharing, trips, users } from '#db/schema.ts'

/** Whether there are deleted lists or trips, and questions of others. In one query, because there is mostly nothing. */
const around = prepared((db) => {
  const userId = sql.placeholder('userId')
  const deletedLists = db
    .select({ id: lists.id })
    .from(lists)
    .where(and(ownedBy(userId), deleted(lists), gt(lists.deletedAt, sql.placeholder('since'))))
  const deletedTrips = db
    .select({ id: trips.id })
    .from(trips)
    .where(and(eq(trips.ownerId, userId), deleted(trips), gt(trips.deletedAt, sql.placeholder('since'))))
  const asks = db
    .select({ id: companions.userId })
    .from(companions)
    .where(and(eq(companions.otherId, userId), isNull(companions.acceptedAt)))
  const offers = db
    .select({ id: lists.id })
    .from(lists)
    .innerJoin(listMembers, isOfferedTo)
    .where(and(eq(lists.offeredTo, userId), live(lists)))
  const paused = db
    .select({ id: pausedSharing.userId })
    .from(pausedSharing)
    .where(eq(pausedSharing.userId, userId))
  return db
    .select({
      hasDeleted: sql`${exists(deletedLists)} or ${exists(deletedTrips)}`.mapWith(Boolean),
      hasQuestions: sql`${exists(asks)} or ${exists(offers)} or ${exists(paused)}`.mapWith(Boolean),
    })
    .from(users)
    .where(eq(users.id, userId))
    .prepare()
})

export async function aroundLists({ db }: Pick<Services, 'db'>, { id: userId }: User) {
  const found = await around(db).get({ userId, since: Date.now() - KEEP_DELETED_FOR })
  return { hasDeleted: found?.hasDeleted ?? false, hasQuestions: found?.hasQuestions ?? false }
}
