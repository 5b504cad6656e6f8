import { and, asc, desc, eq, gte, inArray, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import {
  findList,
  isOwnerless,
  listFor,
  offeredWithoutOwnerTo,
  type RoledList,
  type User,
} from '#app/domain/access/access.ts'
import { hasRight, type Right } from '#app/domain/access/rights.ts'
import { DomainError } from '#app/domain/errors.ts'
import { type Effect, effectOf, type WithChange } from '#app/domain/history/changes.ts'
import { canBeRestored } from '#app/domain/history/purge.ts'
import { newId } from '#app/domain/ids.ts'
import { KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { DEFAULT_CURRENCY } from '#app/domain/locale/currency.ts'
import {
  type Receipt,
  receiptOf,
  type StoredPhoto,
  storePhoto,
  type Upload,
} from '#app/domain/receipts/receipts.ts'
import { checkStorage, requireStorage } from '#app/domain/receipts/storageBudget.ts'
import { answerBefore, type Done, type Op, type Outcome, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, deleted, live, withDeleted } from '#db/database.ts'
import { listMembers, lists, receipts, tripItems, trips } from '#db/schema.ts'
import { insertTrip } from './finish.ts'
import type { CorrectTrip, Period, Purchase } from './inputs.ts'
import { photoOfTrip, replacePhoto } from './photos.ts'
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

/** Both have one, under one kind of URL. A trip that isn't theirs is as unknown as a list that isn't. */
export async function receiptOfListOrTrip(
  services: Services,
  user: User,
  id: string | undefined,
): Promise<Receipt | undefined> {
  const found = await tripFor(services, user, id).catch((error) => {
    if (error instanceof DomainError && error.code === 'trip-not-found') return undefined
    throw error
  })
  return found ? photoOfTrip(services, found.trip.id) : receiptOf(services, user, id)
}

export async function linesOf({ db }: Pick<Services, 'db'>, { id }: Pick<Trip, 'id'>) {
  return db.select().from(tripItems).where(eq(tripItems.tripId, id)).orderBy(asc(tripItems.position)).all()
}

/** Of all lists that they are on, and what they own without one. Those of their own lists are theirs. */
export const seenBy = (db: Db, { id }: User): SQL | undefined =>
  or(ownedBy(db, id), inArray(trips.listId, sharedWith(db, id)))

type UserId = string | Placeholder

export const sharedWith = (db: Db, userId: UserId) =>
  db
    .select({ id: listMembers.listId })
    .from(listMembers)
    .innerJoin(lists, and(eq(lists.id, listMembers.listId), live(lists)))
    .where(eq(listMembers.userId, userId))

export const ownedBy = (db: Db, userId: UserId): SQL | undefined =>
  and(
    eq(trips.ownerId, userId),
    sql`(${trips.listId} is null or ${trips.listId} not in ${offeredTo(db, userId)})`,
  )

const offeredTo = (db: Db, userId: UserId) =>
  db
    .select({ id: lists.id })
    .from(lists)
    .where(and(offeredWithoutOwnerTo(userId), withDeleted(lists)))

export type PeriodOf = z.infer<typeof Period>

interface Asked extends PeriodOf {
  /** Empty for trips that don't say where. */
  store?: string | undefined
}

/** Which trips are asked for. Of a list only if they may see it. */
export async function tripsAskedFor(
  { db }: Pick<Services, 'db'>,
  user: User,
  { listID, from, to, store }: Asked,
): Promise<SQL | undefined> {
  return and(
    listID ? eq(trips.listId, (await listFor(db, user, listID, 'seeAll')).id) : seenBy(db, user),
    from ? gte(trips.boughtOn, from) : undefined,
    to ? lte(trips.boughtOn, to) : undefined,
    store === undefined ? undefined : eq(trips.store, store),
    live(trips),
  )
}

export interface ListedTrip extends Trip {
  receiptId: string | null
}

/** Newest first. */
export async function tripsOf(
  services: Services,
  user: User,
  asked: Asked,
  { most, skip = 0 }: { most?: number; skip?: number } = {},
): Promise<ListedTrip[]> {
  const { db } = services
  const newestFirst = [desc(trips.boughtOn), desc(trips.id)]
  const which = await tripsAskedFor(services, user, asked)
  // Sorting thousands is faster without what is only shown of a page.
  const onPage = (most: number) =>
    db
      .select({ id: trips.id })
      .from(trips)
      .where(which)
      .orderBy(...newestFirst)
      .limit(most)
      .offset(skip)
  const rows = await db
    .select({ trip: trips, receiptId: receipts.id })
    .from(trips)
    .leftJoin(receipts, and(eq(receipts.tripId, trips.id), live(receipts)))
    .where(most === undefined ? which : and(inArray(trips.id, onPage(most)), live(trips)))
    .orderBy(...newestFirst)
    .all()
  return rows.map(({ trip, receiptId }) => ({ ...trip, receiptId }))
}

/** For their export: also the deleted ones. */
export async function ownTripsOf({ db }: Pick<Services, 'db'>, user: User): Promise<Trip[]> {
  return db
    .select()
    .from(trips)
    .where(and(ownedBy(db, user.id), withDeleted(trips)))
    .orderBy(asc(trips.boughtOn), asc(trips.id))
    .all()
}

interface Correction extends z.infer<typeof CorrectTrip> {
  today: string
}

export interface Photo {
  upload: Upload
  closed?: AbortSignal
}

/** Recorded on the list while there is one, so that it can be undone there. */
export async function correctTrip(
  services: Services,
  user: User,
  id: string | undefined,
  input: Correction,
  photo?: Photo,
): Promise<Corrected> {
  if (!photo) return saveCorrection(services, user, id, input, undefined)
  const { trip } = await tripToCorrect(services.db, user, id)
  await checkStorage(services, services.db, await budgetOfTrip(services.db, trip), 1)
  const save = (stored: StoredPhoto) => saveCorrection(services, user, id, input, stored)
  return storePhoto(services, user, photo.upload, save, photo.closed)
}

export async function deleteTripPhoto(services: Services, user: User, id: string | undefined) {
  const { trip } = await tripToCorrect(services.db, user, id)
  if (!(await photoOfTrip(services, trip.id))) throw new DomainError('receipt-not-found')
  return saveCorrection(services, user, id, { today: trip.boughtOn }, 'none')
}

type Corrected = { trip: Trip } & WithChange

async function tripToCorrect(tx: Db, user: User, id: string | undefined): Promise<Found> {
  const found = await findTrip(tx, user, id, 'editAll')
  if (found.trip.deletedAt !== null) throw new DomainError('trip-not-found')
  return found
}

async function saveCorrection(
  services: Services,
  user: User,
  id: string | undefined,
  input: Correction,
  photo: StoredPhoto | 'none' | undefined,
): Promise<Corrected> {
  return write(services, {
    actor: user,
    find: (tx) => tripToCorrect(tx, user, id),
    async work(tx, { trip, list }): Promise<Outcome<{ trip: Trip }>> {
      const paid = paidMinor(trip, input.paid)
      const values = {
        paidMinor: paid === undefined ? trip.paidMinor : paid,
        store: input.store ?? trip.store,
        boughtOn: input.boughtOn === undefined ? trip.boughtOn : dayOf(input, input.today),
      }
      const hasHistory = list !== undefined
      const replaced =
        photo && (await replacePhoto(tx, trip.id, photo === 'none' ? undefined : photo, { hasHistory }))
      const effects = [effectOf(trip, values) ?? [], replaced?.effects ?? []].flat()
      if (effects.length === 0) return { result: { trip } }
      const bytes = Buffer.byteLength(values.store) - Buffer.byteLength(trip.store) + (replaced?.bytes ?? 0)
      await requireStorage(services, tx, await budgetOfTrip(tx, trip), bytes)
      const corrected: Trip = {
        ...trip,
        ...values,
        storedBytes: trip.storedBytes + bytes,
        updatedAt: Math.max(Date.now(), trip.updatedAt + 1),
      }
      await updateTrip(tx, corrected)
      return { result: { trip: corrected }, ...(list && { change: changeOf(list, trip, effects) }) }
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

interface NewPurchase extends z.infer<typeof Purchase> {
  today: string
}

/** A purchase that was on no list. */
export async function addPurchase<Again = never>(
  services: Services,
  user: User,
  input: NewPurchase,
  op?: Op<Again>,
): Promise<Done<{ trip: Trip }, Again>> {
  return savePurchase(services, user, input, undefined, op)
}

/** Sent twice, the photo isn't read again. */
export async function addPurchaseWithPhoto(
  services: Services,
  user: User,
  input: NewPurchase,
  { upload, closed }: Photo,
  op?: Op,
): Promise<Corrected> {
  const before = op && (await answerBefore<{ trip: Trip }>(services, user, op))
  if (before) return before
  await checkStorage(services, services.db, ownBudget(user), 1)
  checkPurchase(input)
  const save = (photo: StoredPhoto) => savePurchase(services, user, input, photo, op)
  return storePhoto(services, user, upload, save, closed)
}

const ownBudget = (user: User) => ({ createdBy: user.id, offeredTo: null })

function checkPurchase({ currency = DEFAULT_CURRENCY, ...input }: NewPurchase) {
  const paid = paidMinor({ currency }, input.paid)
  if (paid === undefined || paid === null) {
    const code = 'paid-required'
    throw new DomainError(code, {}, { fields: { paid: { code, params: {} } } })
  }
  return { currency, paidMinor: paid, boughtOn: dayOf(input, input.today) }
}

async function savePurchase<Again>(
  services: Services,
  user: User,
  input: NewPurchase,
  photo: StoredPhoto | undefined,
  op: Op<Again> | undefined,
): Promise<Done<{ trip: Trip }, Again>> {
  return write(services, {
    actor: user,
    op,
    find: async () => ({}),
    async work(tx): Promise<Outcome<{ trip: Trip }>> {
      const now = Date.now()
      const named = { listName: '', store: input.store ?? '' }
      const trip: Trip = {
        id: input.id ?? newId(),
        listId: null,
        ...named,
        ownerId: user.id,
        finishedBy: user.id,
        estimateMinor: 0,
        ...checkPurchase(input),
        itemCount: 0,
        storedBytes: bytesOfTrip(named, []) + (photo?.bytes ?? 0),
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      }
      await requireStorage(services, tx, ownBudget(user), trip.storedBytes)
      await insertTrip(tx, trip, [])
      if (photo) await replacePhoto(tx, trip.id, photo, { hasHistory: false })
      return { result: { trip } }
    },
  })
}

const deletedRecently = (db: Db, user: User) =>
  and(seenBy(db, user), deleted(trips), gte(trips.deletedAt, Date.now() - KEEP_DELETED_FOR))

export async function hasDeletedTrips({ db }: Pick<Services, 'db'>, user: User): Promise<boolean> {
  const one = await db.select({ id: trips.id }).from(trips).where(deletedRecently(db, user)).limit(1).get()
  return one !== undefined
}

interface DeletedTrip extends Trip {
  mayRestore: boolean
}

export async function deletedTripsOf({ db }: Services, user: User): Promise<DeletedTrip[]> {
  const rows = await db
    .select({ trip: trips, role: listMembers.role })
    .from(trips)
    .leftJoin(listMembers, and(eq(listMembers.listId, trips.listId), eq(listMembers.userId, user.id)))
    .where(deletedRecently(db, user))
    .orderBy(desc(trips.deletedAt), desc(trips.id))
    .all()
  return rows.map(({ trip, role }) => ({
    ...trip,
    mayRestore: role === null ? trip.ownerId === user.id : hasRight(role, 'editAll'),
  }))
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
