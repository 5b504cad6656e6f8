import { and, asc, eq } from 'drizzle-orm'
import { ofList, type RoledList, requireRight, type User } from '#app/domain/access/access.ts'
import { MAX_LISTS_PER_USER } from '#app/domain/limitsAndLifetimes.ts'
import { requireRoomForList, updateList } from '#app/domain/lists/lists.ts'
import { requireStorage } from '#app/domain/receipts/storageBudget.ts'
import type { Op } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, live } from '#db/database.ts'
import { listMembers, lists, users } from '#db/schema.ts'
import type { Caller } from '../audit.ts'
import { DomainError } from '../errors.ts'
import { write } from '../write.ts'
import { addMember, type ChangedList, isMember, memberOf, publishMembers } from './people.ts'

/** The member becomes the owner and the owner an editor. The list then counts towards the new owner's storage. */
export async function handOver(
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
    // Afterwards, they are no longer the owner, and may ask again.
    find: ofList(user, listId, 'see'),
    async work(tx, { list }) {
      requireRight(list.role, 'own')
      const member = await memberOf(tx, list.id, userID)
      await changeOwner(services, tx, list, member)
      await addMember(tx, list.id, { userId: user.id, role: 'editor', addedBy: userID })
      return { result: { name: member.name } }
    },
    after(_, { list }) {
      services.audit.note(caller, { event: 'list-handed-over', user: user.id })
      publishMembers(services, list)
    },
  })
}

async function changeOwner(
  services: Services,
  tx: Db,
  list: Pick<RoledList, 'id' | 'storedBytes'>,
  { id, name }: { id: string; name: string },
) {
  const inTheirName = (error: unknown): never => {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'storage-limit-reached') throw new DomainError('their-storage-full', { name })
    if (error.code === 'too-many-lists') {
      throw new DomainError('they-have-too-many-lists', { name, max: MAX_LISTS_PER_USER })
    }
    throw error
  }
  await requireStorage(services, tx, id, list.storedBytes).catch(inTheirName)
  await tx.delete(listMembers).where(isMember(list.id, id)).run()
  await updateList(tx, list.id, { createdBy: id })
  await requireRoomForList(tx, id).catch(inTheirName)
}

export async function heirsOf(db: Db, { id }: User) {
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
    .innerJoin(users, eq(users.id, listMembers.userId))
    .where(and(eq(lists.createdBy, id), live(lists)))
    .orderBy(asc(lists.name), asc(lists.id), asc(listMembers.createdAt), asc(listMembers.userId))
    .all()
  return rows.filter(({ listId }, at) => listId !== rows[at - 1]?.listId)
}

/** The new owners aren't there to make room, so neither their storage nor their number of lists is checked. */
export async function handOverAll(tx: Db, user: User): Promise<ChangedList[]> {
  const heirs = await heirsOf(tx, user)
  for (const { listId, userId } of heirs) {
    await tx.delete(listMembers).where(isMember(listId, userId)).run()
    await updateList(tx, listId, { createdBy: userId })
  }
  return heirs.map(({ listId, revision }) => ({ id: listId, revision }))
}
