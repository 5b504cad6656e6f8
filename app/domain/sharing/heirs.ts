import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { type List, offeredWithoutOwnerTo, ownedBy, ownerless, type User } from '#app/domain/access/access.ts'
import { OFFER_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { endTrips, giveTrips } from '#app/domain/trips/owners.ts'
import type { Services } from '#app/services.ts'
import { type Db, live } from '#db/database.ts'
import { listMembers, lists, users } from '#db/schema.ts'

// Lists whose owner deleted their account. They are offered to one editor after the other, and nobody has to take them.

const BY_STANDING = [asc(listMembers.createdAt), asc(listMembers.userId)]

export async function heirsOf(db: Db, { id }: Pick<User, 'id'>) {
  const rows = await db
    .select({
      listId: lists.id,
      listName: lists.name,
      revision: lists.revision,
      userId: users.id,
      name: users.name,
    })
    .from(lists)
    .innerJoin(listMembers, and(eq(listMembers.listId, lists.id), eq(listMembers.role, 'editor')))
    .innerJoin(users, and(eq(users.id, listMembers.userId), isNull(users.disabledAt)))
    .where(and(ownedBy(id), live(lists)))
    .orderBy(asc(lists.name), asc(lists.id), ...BY_STANDING)
    .all()
  return rows.filter(({ listId }, at) => listId !== rows[at - 1]?.listId)
}

export type PassedOn = Pick<List, 'id' | 'revision'> & { isDeleted: boolean }

/** Heirs stay editors until they accept. */
export async function offerAll(tx: Db, user: User): Promise<PassedOn[]> {
  const heirs = await heirsOf(tx, user)
  for (const { listId, userId } of heirs) await offer(tx, listId, userId)
  return heirs.map(({ listId, revision }) => ({ id: listId, revision, isDeleted: false }))
}

async function offer(tx: Db, listId: string, userId: string) {
  await tx
    .update(lists)
    .set({ createdBy: userId, offeredTo: userId, offeredAt: Date.now() })
    .where(and(eq(lists.id, listId), live(lists)))
    .run()
  await giveTrips(tx, listId, userId)
}

type Ownerless = Pick<List, 'id' | 'revision' | 'createdBy'>

/** To the next editor, or the list is gone. Call it while the last one is still on the list. */
export async function passOn(tx: Db, { id, revision, createdBy }: Ownerless): Promise<PassedOn> {
  const isEditor = and(eq(listMembers.listId, id), eq(listMembers.role, 'editor'))
  const last = await tx
    .select({ createdAt: listMembers.createdAt })
    .from(listMembers)
    .where(and(eq(listMembers.listId, id), eq(listMembers.userId, createdBy)))
    .get()
  const since = last?.createdAt ?? 0
  const isLater = or(
    gt(listMembers.createdAt, since),
    and(eq(listMembers.createdAt, since), gt(listMembers.userId, createdBy)),
  )
  const next = await tx
    .select({ userId: listMembers.userId })
    .from(listMembers)
    .innerJoin(users, and(eq(users.id, listMembers.userId), isNull(users.disabledAt)))
    .where(and(isEditor, isLater))
    .orderBy(...BY_STANDING)
    .limit(1)
    .get()
  if (next) await offer(tx, id, next.userId)
  else await leaveToSweep(tx, id)
  return { id, revision, isDeleted: !next }
}

/** Nobody can see or restore it from now on. The sweep deletes it a little at a time. */
async function leaveToSweep(tx: Db, id: string) {
  await tx
    .update(lists)
    .set({ deletedAt: 0 })
    .where(and(eq(lists.id, id), live(lists)))
    .run()
  await endTrips(tx, id)
}

/** Before an account goes, or leaves all lists of others. */
export async function passOnAll(tx: Db, { id }: Pick<User, 'id'>): Promise<PassedOn[]> {
  const offered = await ownerlessLists(tx, offeredWithoutOwnerTo(id))
  const passed: PassedOn[] = []
  for (const list of offered) passed.push(await passOn(tx, list))
  return passed
}

const ownerlessLists = (db: Db, where: ReturnType<typeof and>): Promise<Ownerless[]> =>
  db
    .select({ id: lists.id, revision: lists.revision, createdBy: lists.createdBy })
    .from(lists)
    .where(and(where, live(lists)))
    .all()

export function publishPassedOn({ events }: Pick<Services, 'events'>, passed: PassedOn[]): void {
  for (const { id: listID, revision, isDeleted } of passed) {
    if (isDeleted) events.publish({ type: 'listDeleted', listID, revision: revision + 1 })
    else events.publish({ type: 'membersChanged', listID, revision })
  }
}

export async function sweepOffers(services: Services, now = Date.now()): Promise<void> {
  const isOld = and(ownerless, lte(lists.offeredAt, now - OFFER_LIFETIME))
  for (const { id } of await ownerlessLists(services.db, isOld)) {
    const passed = await services.write(async (tx) => {
      // Somebody may have accepted it since.
      const [list] = await ownerlessLists(tx, and(eq(lists.id, id), isOld))
      return list ? [await passOn(tx, list)] : []
    })
    publishPassedOn(services, passed)
  }
}
