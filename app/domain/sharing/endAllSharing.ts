import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { liveLink, owned, ownedBy } from '#app/domain/access/access.ts'
import { chunks } from '#app/domain/batches.ts'
import type { Services } from '#app/services.ts'
import { type Db, withDeleted } from '#db/database.ts'
import { companions, invites, listLinks, listMembers, listSeen, lists } from '#db/schema.ts'
import { type PassedOn, passOnAll, publishPassedOn } from './heirs.ts'
import { waits } from './invites.ts'
import { type ChangedList, publishMembers } from './people.ts'

export interface EndedSharing {
  lists: ChangedList[]
  members: { listId: string; userId: string }[]
  links: { listId: string; linkId: string }[]
  passedOn: PassedOn[]
}

export type Removed = Awaited<ReturnType<typeof removeSharing>>

/** Nobody else is in the account's lists afterwards, and it is in no list of others. Undefined if nothing was shared. */
export async function endAllSharing(tx: Db, userId: string): Promise<EndedSharing | undefined> {
  const passedOn = await passOnAll(tx, { id: userId })
  const removed = await removeSharing(tx, userId)
  return isEmpty(removed) ? undefined : endedBy(tx, removed, passedOn)
}

export const isEmpty = ({ members, links, invites, companions }: Removed) =>
  members.length + links.length + invites.length + companions.length === 0

/** Returns what worked until then. Lists without an owner stay offered, to be passed on or given back. */
export async function removeSharing(tx: Db, userId: string) {
  const now = Date.now()
  const own = tx
    .select({ id: lists.id })
    .from(lists)
    .where(and(ownedBy(userId), withDeleted(lists)))
  const isOfUser = or(eq(lists.offeredTo, userId), eq(lists.createdBy, userId))
  const isOffer = and(isNotNull(lists.offeredTo), owned, isOfUser)
  const offers = await tx
    .select({ listId: lists.id, to: lists.offeredTo, at: lists.offeredAt })
    .from(lists)
    .where(and(isOffer, withDeleted(lists)))
    .all()
  await tx
    .update(lists)
    .set({ offeredTo: null, offeredAt: null })
    .where(and(isOffer, withDeleted(lists)))
    .run()
  const members = await tx
    .delete(listMembers)
    .where(or(eq(listMembers.userId, userId), inArray(listMembers.listId, own)))
    .returning()
    .all()
  const links = await tx
    .delete(listLinks)
    .where(and(inArray(listLinks.listId, own), liveLink(now)))
    .returning()
    .all()
  const waiting = await tx
    .delete(invites)
    .where(and(inArray(invites.listId, own), waits(now)))
    .returning()
    .all()
  const always = await tx
    .delete(companions)
    .where(or(eq(companions.userId, userId), eq(companions.otherId, userId)))
    .returning()
    .all()
  await tx
    .delete(listSeen)
    .where(or(eq(listSeen.userId, userId), inArray(listSeen.listId, own)))
    .run()
  return { offers, members, links, invites: waiting, companions: always }
}

export async function endedBy(tx: Db, { members, links }: Removed, passedOn: PassedOn[] = []) {
  const ids = [...new Set([...members, ...links].map(({ listId }) => listId))]
  return {
    lists: await listsWith(tx, ids),
    members: members.map(({ listId, userId }) => ({ listId, userId })),
    links: links.map(({ listId, id }) => ({ listId, linkId: id })),
    passedOn,
  }
}

async function listsWith(tx: Db, ids: string[]): Promise<ChangedList[]> {
  const found: ChangedList[] = []
  for await (const some of chunks(ids)) {
    const part = await tx
      .select({ id: lists.id, revision: lists.revision })
      .from(lists)
      .where(and(inArray(lists.id, some), withDeleted(lists)))
      .all()
    found.push(...part)
  }
  return found
}

export function publishEndedSharing(
  services: Services,
  { lists, members, links, passedOn }: EndedSharing,
): void {
  for (const ended of [...members, ...links]) services.events.endAccess(ended)
  for (const list of lists) publishMembers(services, list)
  publishPassedOn(
    services,
    passedOn.filter(({ isDeleted }) => isDeleted),
  )
}
