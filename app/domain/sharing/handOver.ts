import { and, asc, count, eq, sql } from 'drizzle-orm'
import { isOwnerless, ofList, ownerless, requireRight, type User } from '#app/domain/access/access.ts'
import { requireSpaceForList, updateList } from '#app/domain/lists/lists.ts'
import { requireStorage } from '#app/domain/receipts/storageBudget.ts'
import { bytesOfTripsOn, giveTrips } from '#app/domain/trips/owners.ts'
import type { Op, Outcome } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { live } from '#db/database.ts'
import { listMembers, lists, users } from '#db/schema.ts'
import type { Caller } from '../audit.ts'
import { DomainError } from '../errors.ts'
import { write } from '../write.ts'
import { type PassedOn, passOn, publishPassedOn } from './heirs.ts'
import { addMember, isMember, isOfferedTo, memberOf, publishMembers } from './people.ts'

/** To a member, who may accept it. Until then, the owner stays the owner. */
export async function offerList(
  services: Services,
  user: User,
  listId: string | undefined,
  userID: string,
  caller: Caller,
  op?: Op,
): Promise<{ name: string }> {
  return write(services, {
    actor: user,
    op,
    // Once it was accepted, they are no longer the owner, and may ask again.
    find: ofList(user, listId, 'see'),
    async work(tx, { list }) {
      requireRight(list.role, 'own')
      const { name } = await memberOf(tx, list.id, userID)
      await updateList(tx, list.id, { offeredTo: userID, offeredAt: Date.now() })
      return { result: { name } }
    },
    after(_, { list }) {
      services.audit.note(caller, { event: 'list-offered', user: user.id })
      publishMembers(services, list)
    },
  })
}

/** The list then counts towards the new owner's limits. The owner before, if there is one, becomes an editor. */
export async function acceptOffer(
  services: Services,
  user: User,
  listId: string | undefined,
  caller: Caller,
  op?: Op,
): Promise<{ name: string; isNew: boolean }> {
  return write(services, {
    actor: user,
    op,
    find: ofList(user, listId, 'see'),
    async work(tx, { list }): Promise<Outcome<{ name: string; isNew: boolean }>> {
      if (list.offeredTo !== user.id) {
        if (list.role === 'owner') return { result: { name: list.name, isNew: false } }
        throw new DomainError('offer-not-found')
      }
      const ownership = { createdBy: user.id, offeredTo: null }
      const bytes = list.storedBytes + list.operationBytes + (await bytesOfTripsOn(tx, list.id))
      await requireStorage(services, tx, ownership, bytes)
      await tx.delete(listMembers).where(isMember(list.id, user.id)).run()
      await updateList(tx, list.id, { ...ownership, offeredAt: null })
      await giveTrips(tx, list.id, user.id)
      await requireSpaceForList(tx, user.id)
      if (!isOwnerless(list)) {
        await addMember(tx, list.id, { userId: list.createdBy, role: 'editor', addedBy: user.id })
      }
      return { result: { name: list.name, isNew: true } }
    },
    after({ isNew }, { list }) {
      if (!isNew) return
      services.audit.note(caller, { event: 'list-handed-over', user: user.id })
      publishMembers(services, list)
    },
  })
}

/** The member declines it, or the owner takes it back. Does nothing if it is over. */
export async function endOffer(
  services: Services,
  user: User,
  listId: string | undefined,
  caller: Caller,
): Promise<Ended> {
  return write(services, {
    actor: user,
    find: ofList(user, listId, 'see'),
    async work(tx, { list }): Promise<Outcome<Ended>> {
      const { name } = list
      const isTheirs = list.offeredTo === user.id
      if (list.offeredTo === null || (!isTheirs && list.role !== 'owner')) {
        return { result: { name, isDeleted: false } }
      }
      if (isOwnerless(list)) {
        const passedOn = await passOn(tx, list)
        return { result: { name, isDeleted: passedOn.isDeleted, passedOn, reason: 'declined' } }
      }
      await updateList(tx, list.id, { offeredTo: null, offeredAt: null })
      return { result: { name, isDeleted: false, reason: isTheirs ? 'declined' : 'taken-back' } }
    },
    after({ reason, passedOn }, { list }) {
      if (!reason) return
      services.audit.note(caller, { event: 'offer-ended', user: user.id, reason })
      if (passedOn) publishPassedOn(services, [passedOn])
      else publishMembers(services, list)
    },
  })
}

interface Ended {
  name: string
  isDeleted: boolean
  reason?: 'declined' | 'taken-back'
  passedOn?: PassedOn
}

export type OfferedList = Awaited<ReturnType<typeof offersTo>>['offers'][number]

export async function offersTo({ db }: Pick<Services, 'db'>, user: User, limit = 1_000_000) {
  const isTheirs = eq(lists.offeredTo, user.id)
  const offers = await db
    .select({
      listId: lists.id,
      name: lists.name,
      from: { userId: users.id, name: users.name },
      hasOwner: sql`not coalesce(${ownerless}, false)`.mapWith(Boolean),
      offeredAt: sql`${lists.offeredAt}`.mapWith(Number),
    })
    .from(lists)
    .innerJoin(users, eq(users.id, lists.createdBy))
    .innerJoin(listMembers, isOfferedTo)
    .where(and(isTheirs, live(lists)))
    .orderBy(asc(lists.offeredAt), asc(lists.id))
    .limit(limit)
    .all()
  const isMore = offers.length === limit
  const counted = isMore
    ? await db
        .select({ n: count() })
        .from(lists)
        .innerJoin(listMembers, isOfferedTo)
        .where(and(isTheirs, live(lists)))
        .get()
    : undefined
  return {
    offers: offers.map(({ hasOwner, from, ...offer }) => ({ ...offer, from: hasOwner ? from : undefined })),
    count: counted?.n ?? offers.length,
  }
}
