import { and, eq, inArray, or } from 'drizzle-orm'
import { liveLink, ownedBy } from '#app/domain/access/access.ts'
import type { Services } from '#app/services.ts'
import { type Db, withDeleted } from '#db/database.ts'
import { companions, invites, listLinks, listMembers, listSeen, lists } from '#db/schema.ts'
import { type PassedOn, passOnAll, publishPassedOn } from './heirs.ts'
import { type ChangedList, publishMembers } from './people.ts'

export interface EndedSharing {
  lists: ChangedList[]
  members: { listId: string; userId: string }[]
  links: { listId: string; linkId: string }[]
  passedOn: PassedOn[]
}

/** Nobody else is in the account's lists afterwards, and it is in no list of others. Undefined if nothing was shared. */
export async function endAllSharing(tx: Db, userId: string): Promise<EndedSharing | undefined> {
  const now = Date.now()
  const own = tx
    .select({ id: lists.id })
    .from(lists)
    .where(and(ownedBy(userId), withDeleted(lists)))
  const passedOn = await passOnAll(tx, { id: userId })
  await tx
    .update(lists)
    .set({ offeredTo: null, offeredAt: null })
    .where(and(or(eq(lists.offeredTo, userId), eq(lists.createdBy, userId)), withDeleted(lists)))
    .run()
  const members = await tx
    .delete(listMembers)
    .where(or(eq(listMembers.userId, userId), inArray(listMembers.listId, own)))
    .returning({ listId: listMembers.listId, userId: listMembers.userId })
    .all()
  const links = await tx
    .update(listLinks)
    .set({ revokedAt: now })
    .where(and(inArray(listLinks.listId, own), liveLink(now)))
    .returning({ listId: listLinks.listId, linkId: listLinks.id })
    .all()
  const invited = await tx.delete(invites).where(inArray(invites.listId, own)).run()
  const always = await tx
    .delete(companions)
    .where(or(eq(companions.userId, userId), eq(companions.otherId, userId)))
    .run()
  await tx
    .delete(listSeen)
    .where(or(eq(listSeen.userId, userId), inArray(listSeen.listId, own)))
    .run()
  if (members.length + links.length + invited.changes + always.changes === 0) return undefined
  const ids = [...new Set([...members, ...links].map(({ listId }) => listId))]
  return { lists: ids.length === 0 ? [] : await listsWith(tx, ids), members, links, passedOn }
}

const listsWith = (tx: Db, ids: string[]): Promise<ChangedList[]> =>
  tx
    .select({ id: lists.id, revision: lists.revision })
    .from(lists)
    .where(and(inArray(lists.id, ids), withDeleted(lists)))
    .all()

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
