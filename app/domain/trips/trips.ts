import { and, asc, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import {
  findList,
  isOwnerless,
  listFor,
  ownerless,
  type RoledList,
  type User,
} from '#app/domain/access/access.ts'
import type { Right } from '#app/domain/access/rights.ts'
import { DomainError } from '#app/domain/errors.ts'
import { type Effect, effectOf } from '#app/domain/history/changes.ts'
import { canBeRestored } from '#app/domain/history/purge.ts'
import { newId } from '#app/domain/ids.ts'
import { KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { DEFAULT_CURRENCY } from '#app/domain/locale/currency.ts'
import { requireStorage } from '#app/domain/receipts/storageBudget.ts'
import { type Done, type Op, type Outcome, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, deleted, live, withDeleted } from '#db/database.ts'
import { listMembers, lists, tripItems, trips } from '#db/schema.ts'
import { insertTrip } from './finish.ts'
import type { CorrectTrip, Period, Purchase } from './inputs.ts'
import { bytesOfTrip, dayOf, paidMinor, requireSpaceForTrip, type Trip } from './tripRows.ts'

interface Found {
  trip: Trip
  /** Unless it's gone, or there was none. */
  list?: RoledList
}

/** Everybody on its list sees it, editors correct it; without its list it is its owner's. */
export async function findTrip(tx: Db, user: User, id: string | undefined, right: Right): Promise<Found> {
  const trip = id
    ? await tx
        .select()
        .from(trips)
        .where(and(eq(trips.id, id), withDeleted(trips)))
        .get()
    : undefined
  if (!trip) throw new DomainError('trip-not-found')
  const list = trip.listId === null ? undefined : await findList(tx, user, trip.listId, right)
  if (list) return { trip, list }
  if (trip.ownerId !== user.id || (await isWithoutOwner(tx, trip))) throw new DomainError('trip-not-found')
  return { trip }
}

/** The list is offered to them, and they haven't accepted it. */
async function isWithoutOwner(tx: Db, { listId }: Trip): Promise<boolean> {
  const list =
    listId === null
      ? undefined
      : await tx
          .select({ createdBy: lists.createdBy, offeredTo: lists.offeredTo })
          .from(lists)
          .where(and(eq(lists.id, listId), withDeleted(lists)))
          .get()
  return list !== undefined && isOwnerless(list)
}

export async function tripFor(services: Services, user: User, id: string | undefined): Promise<Found> {
  const found = await findTrip(services.db, user, id, 'seeAll')
  if (found.trip.deletedAt !== null) throw new DomainError('trip-not-found')
  return found
}

export async function linesOf({ db }: Pick<Services, 'db'>, { id }: Pick<Trip, 'id'>) {
  return db.select().from(tripItems).where(eq(tripItems.tripId, id)).orderBy(asc(tripItems.position)).all()
}

const listsOf = (db: Db, user: User) =>
  db
    .select({ id: lists.id })
    .from(lists)
    .leftJoin(listMembers, and(eq(listMembers.listId, lists.id), eq(listMembers.userId, user.id)))
    .where(and(or(eq(listMembers.userId, user.id), eq(lists.createdBy, user.id)), live(lists)))

const ownerlessLists = (db: Db) =>
  db
    .select({ id: lists.id })
    .from(lists)
    .where(and(ownerless, withDeleted(lists)))

/** Of all lists that they are on, and what they own without one. */
export const seenBy = (db: Db, user: User): SQL | undefined =>
  or(owns(db, user), inArray(trips.listId, listsOf(db, user)))

const owns = (db: Db, user: User): SQL | undefined =>
  and(
    eq(trips.ownerId, user.id),
    sql`(${trips.listId} is null or ${trips.listId} not in ${ownerlessLists(db)})`,
  )

export type PeriodOf = z.infer<typeof Period>

/** Newest first. */
export async function tripsOf(
  services: Services,
  user: User,
  { listID, from, to }: PeriodOf,
): Promise<Trip[]> {
  const { db } = services
  const which = listID ? eq(trips.listId, (await listFor(db, user, listID, 'seeAll')).id) : seenBy(db, user)
  return db
    .select()
    .from(trips)
    .where(
      and(
        which,
        from ? gte(trips.boughtOn, from) : undefined,
        to ? lte(trips.boughtOn, to) : undefined,
        live(trips),
      ),
    )
    .orderBy(desc(trips.boughtOn), desc(trips.id))
    .all()
}

/** For their export: also the deleted ones. */
export async function ownTripsOf({ db }: Pick<Services, 'db'>, user: User): Promise<Trip[]> {
  return db
    .select()
    .from(trips)
    .where(and(owns(db, user), withDeleted(trips)))
    .orderBy(asc(trips.boughtOn), asc(trips.id))
    .all()
}

/** Recorded on the list while there is one, so that it can be undone there. */
export async function correctTrip(
  services: Services,
  user: User,
  id: string | undefined,
  input: z.infer<typeof CorrectTrip> & { today: string },
) {
  return write(services, {
    actor: user,
    async find(tx) {
      const found = await findTrip(tx, user, id, 'editAll')
      if (found.trip.deletedAt !== null) throw new DomainError('trip-not-found')
      return found
    },
    async work(tx, { trip, list }): Promise<Outcome<{ trip: Trip }>> {
      const paid = paidMinor(trip, input.paid)
      const values = {
        paidMinor: paid === undefined ? trip.paidMinor : paid,
        store: input.store ?? trip.store,
        boughtOn: input.boughtOn === undefined ? trip.boughtOn : dayOf(input, input.today),
      }
      const effect = effectOf(trip, values)
      if (!effect) return { result: { trip } }
      const bytes = Buffer.byteLength(values.store) - Buffer.byteLength(trip.store)
      await requireStorage(services, tx, await budgetOfTrip(tx, trip), bytes)
      const corrected: Trip = {
        ...trip,
        ...values,
        storedBytes: trip.storedBytes + bytes,
        updatedAt: Math.max(Date.now(), trip.updatedAt + 1),
      }
      await updateTrip(tx, corrected)
      return { result: { trip: corrected }, ...(list && { change: changeOf(list, trip, [effect]) }) }
    },
  })
}

export async function deleteTrip(services: Services, user: User, id: string | undefined) {
  return setDeleted(services, user, id, Date.now())
}

export async function restoreTrip(services: Services, user: User, id: string | undefined) {
  return setDeleted(services, user, id, null)
}

async function setDeleted(services: Services, user: User, id: string | undefined, deletedAt: number | null) {
  return write(services, {
    actor: user,
    find: (tx) => findTrip(tx, user, id, 'editAll'),
    async work(tx, { trip, list }): Promise<Outcome<{ trip: Trip }>> {
      if ((trip.deletedAt === null) === (deletedAt === null)) return { result: { trip } }
      if (deletedAt === null && !canBeRestored(trip)) throw new DomainError('trip-not-found')
      const changed = { ...trip, deletedAt }
      await updateTrip(tx, changed)
      if (deletedAt === null) {
        await requireSpaceForTrip(tx, trip.ownerId)
        await requireStorage(services, tx, await budgetOfTrip(tx, trip), 1, 1)
      }
      const effect = { id: trip.id, before: { deletedAt: trip.deletedAt }, after: { deletedAt } }
      return { result: { trip: changed }, ...(list && { change: changeOf(list, trip, [effect]) }) }
    },
  })
}

/** A purchase that was on no list. */
export async function addPurchase<Again = never>(
  services: Services,
  user: User,
  { currency = DEFAULT_CURRENCY, ...input }: z.infer<typeof Purchase> & { today: string },
  op?: Op<Again>,
): Promise<Done<{ trip: Trip }, Again>> {
  return write(services, {
    actor: user,
    op,
    find: async () => ({}),
    async work(tx): Promise<Outcome<{ trip: Trip }>> {
      const paid = paidMinor({ currency }, input.paid)
      if (paid === undefined || paid === null) {
        const code = 'paid-required'
        throw new DomainError(code, {}, { fields: { paid: { code, params: {} } } })
      }
      const now = Date.now()
      const named = { listName: '', store: input.store ?? '' }
      const trip: Trip = {
        id: input.id ?? newId(),
        listId: null,
        ...named,
        ownerId: user.id,
        finishedBy: user.id,
        paidMinor: paid,
        estimateMinor: 0,
        currency,
        boughtOn: dayOf(input, input.today),
        itemCount: 0,
        storedBytes: bytesOfTrip(named, []),
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      }
      await requireStorage(services, tx, { createdBy: user.id, offeredTo: null }, trip.storedBytes)
      await insertTrip(tx, trip, [])
      return { result: { trip } }
    },
  })
}

export async function deletedTripsOf({ db }: Services, user: User): Promise<Trip[]> {
  const recently = Date.now() - KEEP_DELETED_FOR
  return db
    .select()
    .from(trips)
    .where(and(seenBy(db, user), deleted(trips), gte(trips.deletedAt, recently)))
    .orderBy(desc(trips.deletedAt), desc(trips.id))
    .all()
}

async function updateTrip(tx: Db, { id, ...values }: Trip): Promise<void> {
  await tx
    .update(trips)
    .set(values)
    .where(and(eq(trips.id, id), withDeleted(trips)))
    .run()
}

async function budgetOfTrip(tx: Db, trip: Trip) {
  const isOffered = await isWithoutOwner(tx, trip)
  return { createdBy: trip.ownerId, offeredTo: isOffered ? trip.ownerId : null }
}

const changeOf = (list: RoledList, { currency }: Trip, effects: Effect[]) => ({
  listId: list.id,
  kind: 'trip' as const,
  currency,
  effects,
})
