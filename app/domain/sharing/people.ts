import { and, asc, count, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import {
  listFor,
  ofList,
  owned,
  ownedBy,
  ownerless,
  type RoledList,
  type SharedRole,
  type User,
} from '#app/domain/access/access.ts'
import { MAX_MEMBERS_PER_LIST, MAX_SHARED_LISTS_PER_USER } from '#app/domain/limitsAndLifetimes.ts'
import type { Services } from '#app/services.ts'
import { type Db, live, prepared, withDeleted } from '#db/database.ts'
import { companions, listMembers, listSeen, lists, users } from '#db/schema.ts'
import type { Caller } from '../audit.ts'
import { DomainError } from '../errors.ts'
import { requireAtMost } from '../requireAtMost.ts'
import { write } from '../write.ts'

export type Person = Awaited<ReturnType<typeof peopleIn>>[number]

export async function peopleOf(services: Services, user: User, listId: string | undefined) {
  return peopleIn(services.db, await listFor(services.db, user, listId, 'seeAll'))
}

const OWNER = sql.placeholder('ownerId')
const LIST = sql.placeholder('listId')

const peopleOfList = prepared((db) => {
  const members = db.select({ id: listMembers.userId }).from(listMembers).where(eq(listMembers.listId, LIST))
  return db
    .select({
      id: users.id,
      name: users.name,
      role: listMembers.role,
      since: listMembers.createdAt,
      companion: companions.otherId,
      acceptedAt: companions.acceptedAt,
    })
    .from(users)
    .leftJoin(listMembers, and(eq(listMembers.userId, users.id), eq(listMembers.listId, LIST)))
    .leftJoin(companions, and(eq(companions.userId, OWNER), eq(companions.otherId, users.id)))
    .where(or(eq(users.id, OWNER), inArray(users.id, members)))
    .orderBy(asc(sql`coalesce(${listMembers.createdAt}, 0)`), asc(users.id))
    .prepare()
})

export async function peopleIn(
  db: Db,
  { id: listId, createdBy: ownerId, createdAt }: Pick<RoledList, 'id' | 'createdBy' | 'createdAt'>,
) {
  const rows = await peopleOfList(db).all({ listId, ownerId })
  return rows.map(({ id, name, role, since, companion, acceptedAt }) => ({
    id,
    name,
    role: role ?? ('owner' as const),
    since: since ?? createdAt,
    always: companion !== null,
    alwaysAccepted: acceptedAt !== null,
  }))
}

export async function addMember(
  tx: Db,
  listId: string,
  member: { userId: string; role: SharedRole; addedBy: string },
): Promise<void> {
  await tx
    .insert(listMembers)
    .values({ listId, ...member, createdAt: Date.now() })
    .onConflictDoNothing()
    .run()
  const members = eq(listMembers.listId, listId)
  await requireAtMost(tx, MAX_MEMBERS_PER_LIST, 'too-many-members', listMembers, members)
}

export async function requireSpaceForSharedList(tx: Db, userId: string): Promise<void> {
  const shared = await tx
    .select({ n: count() })
    .from(listMembers)
    .innerJoin(lists, and(eq(lists.id, listMembers.listId), live(lists)))
    .where(eq(listMembers.userId, userId))
    .get()
  const max = MAX_SHARED_LISTS_PER_USER
  if ((shared?.n ?? 0) > max) throw new DomainError('too-many-shared-lists', { max })
}

export async function peopleOfLists({ db }: Pick<Services, 'db'>, ids: string[]) {
  const rows = await db
    .select({
      listId: lists.id,
      owner: { id: owners.id, name: owners.name },
      hasOwner: sql`not coalesce(${ownerless}, false)`.mapWith(Boolean),
      member: { id: users.id, name: users.name },
      role: listMembers.role,
    })
    .from(lists)
    .innerJoin(owners, eq(owners.id, lists.createdBy))
    .leftJoin(listMembers, eq(listMembers.listId, lists.id))
    .leftJoin(users, eq(users.id, listMembers.userId))
    .where(and(inArray(lists.id, ids), withDeleted(lists)))
    .orderBy(asc(listMembers.createdAt), asc(listMembers.userId))
    .all()
  const people = new Map<string, Pick<Person, 'id' | 'name' | 'role'>[]>()
  for (const { listId, owner, hasOwner, member, role } of rows) {
    const found = people.get(listId) ?? (hasOwner ? [{ ...owner, role: 'owner' as const }] : [])
    if (member && role) found.push({ ...member, role })
    people.set(listId, found)
  }
  return people
}

const owners = alias(users, 'owners')

export async function memberOf(tx: Db, listId: string, userId: string) {
  const member = await tx
    .select({ id: users.id, name: users.name, role: listMembers.role })
    .from(listMembers)
    .innerJoin(users, eq(users.id, listMembers.userId))
    .where(isMember(listId, userId))
    .get()
  if (!member) throw new DomainError('member-not-found')
  return member
}

/** Members of lists of the user, then owners of lists that the user is on, without anybody twice. Each with one list. */
export async function peopleOnSharedLists(db: Db, { id }: Pick<User, 'id'>, otherId?: string) {
  const listId = sql<string>`min(${lists.id})`
  const isOther = otherId === undefined ? undefined : eq(users.id, otherId)
  const members = await db
    // Editors of one list are editors: their name comes first.
    .select({ id: users.id, name: users.name, role: sql<SharedRole>`min(${listMembers.role})`, listId })
    .from(listMembers)
    .innerJoin(lists, and(eq(lists.id, listMembers.listId), ownedBy(id), live(lists)))
    .innerJoin(users, eq(users.id, listMembers.userId))
    .where(isOther)
    .groupBy(users.id, users.name)
    .orderBy(desc(count()), asc(users.name), asc(users.id))
    .limit(MAX_MEMBERS_PER_LIST)
    .all()
  const owners = await db
    .select({ id: users.id, name: users.name, role: sql<SharedRole>`'editor'`, listId })
    .from(listMembers)
    .innerJoin(lists, and(eq(lists.id, listMembers.listId), owned, live(lists)))
    .innerJoin(users, eq(users.id, lists.createdBy))
    .where(and(eq(listMembers.userId, id), isOther))
    .groupBy(users.id, users.name)
    .orderBy(desc(count()), asc(users.name), asc(users.id))
    .limit(MAX_MEMBERS_PER_LIST)
    .all()
  const memberIds = new Set(members.map((member) => member.id))
  return [...members, ...owners.filter((owner) => !memberIds.has(owner.id))]
}

/** The list that the page of a household listens to, to hear of this person. */
export async function listInCommon(tx: Db, userId: string, otherId: string): Promise<ChangedList[]> {
  const [person] = await peopleOnSharedLists(tx, { id: userId }, otherId)
  if (!person) return []
  return tx
    .select({ id: lists.id, revision: lists.revision })
    .from(lists)
    .where(and(eq(lists.id, person.listId), live(lists)))
    .all()
}

export function publishMembers({ events }: Services, { id, revision }: ChangedList) {
  events.publish({ type: 'membersChanged', listID: id, revision })
}

export async function setRole(
  services: Services,
  user: User,
  listId: string | undefined,
  { userID, role }: { userID: string; role: SharedRole },
  caller: Caller,
): Promise<{ name: string; role: SharedRole }> {
  return write(services, {
    actor: user,
    find: ofList(user, listId, 'own'),
    async work(tx, { list }) {
      const { name } = await memberOf(tx, list.id, userID)
      await tx.update(listMembers).set({ role }).where(isMember(list.id, userID)).run()
      return { result: { name, role } }
    },
    after(_, { list }) {
      services.audit.note(caller, { event: 'member-role-set', user: user.id, reason: role })
      publishMembers(services, list)
    },
  })
}

export const isMember = (listId: string, userId: string) =>
  and(eq(listMembers.listId, listId), eq(listMembers.userId, userId))

/** While sharing is paused, an offer is to nobody: see pausedSharing.ts. */
export const isOfferedTo = and(eq(listMembers.listId, lists.id), eq(listMembers.userId, lists.offeredTo))

export type ChangedList = Pick<RoledList, 'id' | 'revision'>

export async function listsSharedWith(db: Db, { id }: User): Promise<ChangedList[]> {
  return db
    .select({ id: lists.id, revision: lists.revision })
    .from(listMembers)
    .innerJoin(lists, and(eq(lists.id, listMembers.listId), live(lists)))
    .where(eq(listMembers.userId, id))
    .all()
}

export async function forgetSeenBy(tx: Db, listId: string, linkOrUserId: string): Promise<void> {
  await tx
    .delete(listSeen)
    .where(and(eq(listSeen.listId, listId), eq(listSeen.readerId, linkOrUserId)))
    .run()
}
