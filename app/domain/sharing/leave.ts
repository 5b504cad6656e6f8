import { and, eq } from 'drizzle-orm'
import { isOwnerless, ofList, ownedBy, type User } from '#app/domain/access/access.ts'
import type { Services } from '#app/services.ts'
import { type Db, withDeleted } from '#db/database.ts'
import { listMembers, lists, users } from '#db/schema.ts'
import type { Caller } from '../audit.ts'
import { DomainError } from '../errors.ts'
import { write } from '../write.ts'
import { deleteCompanion } from './companions.ts'
import { passOn, publishPassedOn } from './heirs.ts'
import { type ChangedList, forgetSeenBy, isMember, memberOf, publishMembers } from './people.ts'

interface Removed {
  name: string
  allLists: boolean
}

export async function removeMember(
  services: Services,
  user: User,
  listId: string | undefined,
  userID: string,
  caller: Caller,
): Promise<Removed> {
  return write(services, {
    actor: user,
    find: ofList(user, listId, 'own'),
    async work(tx, { list }) {
      const { name } = await memberOf(tx, list.id, userID)
      await deleteMember(tx, list.id, userID)
      // Without a list in common, new ones would come as a surprise.
      const shared = await ownListsWith(tx, user, userID)
      if (shared.every(({ deletedAt }) => deletedAt !== null)) await deleteCompanion(tx, user.id, userID)
      return { result: { name, allLists: false } }
    },
    after: (_, { list }) => afterRemoval(services, user, userID, caller, [list]),
  })
}

/** From all lists, also if there is none at the moment. */
export async function removeFromAll(
  services: Services,
  user: User,
  userID: string,
  caller: Caller,
): Promise<Removed> {
  return write(services, {
    actor: user,
    find: async () => ({}),
    async work(tx) {
      const other = await tx.select({ name: users.name }).from(users).where(eq(users.id, userID)).get()
      const left = await ownListsWith(tx, user, userID)
      const wasCompanion = await deleteCompanion(tx, user.id, userID)
      if (!other || !(wasCompanion || left.length > 0)) throw new DomainError('member-not-found')
      for (const { id } of left) await deleteMember(tx, id, userID)
      return { result: { name: other.name, allLists: true, left } }
    },
    after: ({ left }) => afterRemoval(services, user, userID, caller, left),
  })
}

function afterRemoval(services: Services, user: User, userID: string, caller: Caller, left: ChangedList[]) {
  services.audit.note(caller, { event: 'member-removed', user: user.id })
  for (const list of left) {
    services.events.endAccess({ listId: list.id, userId: userID })
    publishMembers(services, list)
  }
}

/** With deleted lists, which can be restored. */
async function ownListsWith(tx: Db, owner: User, otherId: string) {
  return tx
    .select({ id: lists.id, revision: lists.revision, deletedAt: lists.deletedAt })
    .from(listMembers)
    .innerJoin(lists, and(eq(lists.id, listMembers.listId), ownedBy(owner.id), withDeleted(lists)))
    .where(eq(listMembers.userId, otherId))
    .all()
}

async function deleteMember(tx: Db, listId: string, userId: string) {
  await tx.delete(listMembers).where(isMember(listId, userId)).run()
  await tx
    .update(lists)
    .set({ offeredTo: null, offeredAt: null })
    .where(and(eq(lists.id, listId), eq(lists.offeredTo, userId), withDeleted(lists)))
    .run()
  await forgetSeenBy(tx, listId, userId)
}

export async function leaveList(services: Services, user: User, listId: string | undefined, caller: Caller) {
  return write(services, {
    actor: user,
    find: ofList(user, listId, 'see'),
    async work(tx, { list }) {
      if (list.role === 'owner') throw new DomainError('owner-must-stay')
      const isHeir = isOwnerless(list) && list.createdBy === user.id
      const passedOn = isHeir ? [await passOn(tx, list)] : []
      await deleteMember(tx, list.id, user.id)
      return { result: { name: list.name, passedOn } }
    },
    after({ passedOn }, { list }) {
      services.audit.note(caller, { event: 'list-left', user: user.id })
      services.events.endAccess({ listId: list.id, userId: user.id })
      if (passedOn.length > 0) publishPassedOn(services, passedOn)
      else publishMembers(services, list)
    },
  })
}
