import { and, asc, count, eq, isNotNull, lt, notExists, sql } from 'drizzle-orm'
import { ofList, ownedBy, type SharedRole, type User } from '#app/domain/access/access.ts'
import { limitError, refund, tryConsume } from '#app/domain/accounts/attempts.ts'
import {
  MAX_MEMBERS_PER_LIST,
  MAX_SHARED_LISTS_PER_USER,
  RATE_LIMITS,
} from '#app/domain/limitsAndLifetimes.ts'
import type { Services } from '#app/services.ts'
import { type Db, live, prepared, withDeleted } from '#db/database.ts'
import { companions, listMembers, lists, users } from '#db/schema.ts'
import type { Caller } from '../audit.ts'
import { chunks } from '../batches.ts'
import { DomainError } from '../errors.ts'
import { requireAtMost } from '../requireAtMost.ts'
import { type Op, type Outcome, write } from '../write.ts'
import {
  type ChangedList,
  listInCommon,
  memberOf,
  peopleOnSharedLists,
  publishMembers,
  requireSpaceForSharedList,
} from './people.ts'

/** Companions who accepted it, and have space for one more list of others. */
const companionsToAdd = prepared((db) => {
  const shared = db
    .select({ n: count() })
    .from(listMembers)
    .innerJoin(lists, and(eq(lists.id, listMembers.listId), live(lists)))
    .where(eq(listMembers.userId, companions.otherId))
  return db
    .select()
    .from(companions)
    .where(
      and(
        eq(companions.userId, sql.placeholder('userId')),
        isNotNull(companions.acceptedAt),
        lt(sql`(${shared})`, MAX_SHARED_LISTS_PER_USER),
      ),
    )
    .prepare()
})

export async function shareWithCompanions(tx: Db, { id: userId }: User, listId: string): Promise<void> {
  const others = await companionsToAdd(tx).all({ userId })
  if (others.length === 0) return
  const added = { listId, addedBy: userId, createdAt: Date.now() }
  const members = others.map(({ otherId, role }) => ({ ...added, userId: otherId, role }))
  await tx.insert(listMembers).values(members).onConflictDoNothing().run()
}

/** All that exist and all new ones: so does everyone who joins a household. Returns the lists that are new to them. */
export async function joinAllLists(
  tx: Db,
  ownerId: string,
  { userId, role }: { userId: string; role: SharedRole },
): Promise<ChangedList[]> {
  const now = Date.now()
  await tx
    .insert(companions)
    .values({ userId: ownerId, otherId: userId, role, acceptedAt: now })
    .onConflictDoUpdate({
      target: [companions.userId, companions.otherId],
      set: { role, acceptedAt: now },
    })
    .run()
  const others = eq(companions.userId, ownerId)
  await requireAtMost(tx, MAX_MEMBERS_PER_LIST, 'too-many-members', companions, others)
  await refundAsk(tx, ownerId, userId)
  const own = await listsWithout(tx, ownerId, userId)
  const member = { userId, role, addedBy: ownerId, createdAt: now }
  const rows = own.map(({ id }) => ({ ...member, listId: id }))
  for await (const some of chunks(rows)) await tx.insert(listMembers).values(some).onConflictDoNothing().run()
  return own
}

/** The lists of the owner that the other isn't on, and could be. */
async function listsWithout(db: Db, ownerId: string, otherId: string): Promise<ChangedList[]> {
  const members = db.select({ n: count() }).from(listMembers).where(eq(listMembers.listId, lists.id))
  const member = db
    .select({ listId: listMembers.listId })
    .from(listMembers)
    .where(and(eq(listMembers.listId, lists.id), eq(listMembers.userId, otherId)))
  const hasSpace = lt(sql`(${members})`, MAX_MEMBERS_PER_LIST)
  return db
    .select({ id: lists.id, revision: lists.revision })
    .from(lists)
    .where(and(ownedBy(ownerId), withDeleted(lists), notExists(member), hasSpace))
    .all()
}

export async function isOnAllLists(db: Db, ownerId: string, userId: string): Promise<boolean> {
  return (await isCompanionOf(db, ownerId, userId)) && (await listsWithout(db, ownerId, userId)).length === 0
}

async function isCompanionOf(db: Db, userId: string, otherId: string): Promise<boolean> {
  const row = await db.select().from(companions).where(isCompanion(userId, otherId)).get()
  return row?.acceptedAt != null
}

interface Ask {
  userID: string
  always: boolean
}

interface Asked {
  name: string
  state: 'on' | 'asked' | 'off'
  isChanged: boolean
}

/** Asks a member of the list, who may accept it: see acceptSharer. */
export async function setCompanion(
  services: Services,
  user: User,
  listId: string | undefined,
  { userID, always }: Ask,
  caller: Caller,
): Promise<Asked> {
  return write(services, {
    actor: user,
    find: ofList(user, listId, 'own'),
    work: async (tx, { list }) => changeCompanion(tx, user, await memberOf(tx, list.id, userID), always),
    after: (asked) => noteAsk(services, user, asked, caller),
  })
}

/** Asks anybody who shares a list with the user. Taken back, it is also from somebody who no longer does. */
export async function askIntoHousehold(
  services: Services,
  user: User,
  { userID, always }: Ask,
  caller: Caller,
): Promise<Asked> {
  return write(services, {
    actor: user,
    find: async () => ({}),
    async work(tx): Promise<Outcome<Asked>> {
      const [other = await companionOf(tx, user, userID)] = await peopleOnSharedLists(tx, user, userID)
      if (!other) throw new DomainError('member-not-found')
      return changeCompanion(tx, user, other, always)
    },
    after: (asked) => noteAsk(services, user, asked, caller),
  })
}

async function changeCompanion(
  tx: Db,
  user: User,
  { id: otherId, name, role }: { id: string; name: string; role: SharedRole },
  always: boolean,
): Promise<Outcome<Asked>> {
  if (!always) {
    const wasAccepted = await isCompanionOf(tx, user.id, otherId)
    const isChanged = await deleteCompanion(tx, user.id, otherId)
    if (isChanged && !wasAccepted) await refundAsk(tx, user.id, otherId)
    return { result: { name, state: 'off', isChanged } }
  }
  const companion = { userId: user.id, otherId, role }
  const { changes } = await tx.insert(companions).values(companion).onConflictDoNothing().run()
  if (changes > 0) await requireNewAsk(tx, user.id, otherId)
  const own = eq(companions.userId, user.id)
  await requireAtMost(tx, MAX_MEMBERS_PER_LIST, 'too-many-members', companions, own)
  const state = (await isCompanionOf(tx, user.id, otherId)) ? 'on' : 'asked'
  return { result: { name, state, isChanged: changes > 0 } }
}

function noteAsk(
  services: Pick<Services, 'audit'>,
  user: User,
  { state, isChanged }: Asked,
  caller: Caller,
): void {
  const event = state === 'off' ? 'always-ended' : 'always-asked'
  if (isChanged) services.audit.note(caller, { event, user: user.id })
}

const pairOf = (userId: string, otherId: string) => `${userId} ${otherId}`

async function requireNewAsk(tx: Db, userId: string, otherId: string) {
  const consumed = await tryConsume(tx, RATE_LIMITS.asksByPair, pairOf(userId, otherId))
  if (!consumed.allowed) throw limitError(consumed)
}

/** The limit is for those who decline. */
const refundAsk = (tx: Db, userId: string, otherId: string) =>
  refund(tx, RATE_LIMITS.asksByPair, pairOf(userId, otherId))

export async function acceptSharer(
  services: Services,
  user: User,
  otherId: string,
  caller: Caller,
  op?: Op,
): Promise<{ name: string }> {
  return write(services, {
    actor: user,
    op,
    find: async () => ({}),
    async work(tx): Promise<Outcome<{ name: string; joined?: ChangedList[] }>> {
      const sharer = await sharerOf(tx, user, otherId)
      if (!sharer) throw new DomainError('ask-not-found')
      if (sharer.accepted) return { result: { name: sharer.name } }
      const known = await listInCommon(tx, otherId, user.id)
      const joined = await joinAllLists(tx, otherId, { userId: user.id, role: sharer.role })
      await requireSpaceForSharedList(tx, user.id)
      return { result: { name: sharer.name, joined: [...known, ...joined] } }
    },
    after({ joined }) {
      if (!joined) return
      services.audit.note(caller, { event: 'always-accepted', user: user.id })
      for (const list of joined) publishMembers(services, list)
    },
  })
}

/** Declines it, or stops it later. Does nothing if it is over. */
export async function endSharer(
  services: Services,
  user: User,
  otherId: string,
  caller: Caller,
): Promise<{ name: string | undefined }> {
  const { sharer, isChanged, known } = await services.write(async (tx) => ({
    known: await listInCommon(tx, otherId, user.id),
    sharer: await sharerOf(tx, user, otherId),
    isChanged: await deleteCompanion(tx, otherId, user.id),
  }))
  if (isChanged) {
    services.audit.note(caller, { event: 'always-ended', user: user.id })
    for (const list of known) publishMembers(services, list)
  }
  return { name: sharer?.name }
}

const COMPANION = {
  id: users.id,
  name: users.name,
  role: companions.role,
  accepted: sql`${companions.acceptedAt} is not null`.mapWith(Boolean),
}

const sharers = (db: Db) =>
  db.select(COMPANION).from(companions).innerJoin(users, eq(users.id, companions.userId))

const sharerOf = (tx: Db, user: User, otherId: string) =>
  sharers(tx).where(isCompanion(otherId, user.id)).get()

/** Who shares all lists with the user, or asks to. */
export async function sharersWith({ db }: Pick<Services, 'db'>, { id }: User) {
  return sharers(db).where(eq(companions.otherId, id)).orderBy(asc(users.name), asc(users.id)).all()
}

const others = (db: Db) =>
  db.select(COMPANION).from(companions).innerJoin(users, eq(users.id, companions.otherId))

const companionOf = (tx: Db, { id }: User, otherId: string) =>
  others(tx).where(isCompanion(id, otherId)).get()

/** With whom the user shares all lists, or whom they asked. */
export async function companionsOf({ db }: Pick<Services, 'db'>, { id }: User) {
  return others(db).where(eq(companions.userId, id)).orderBy(asc(users.name), asc(users.id)).all()
}

const isCompanion = (userId: string, otherId: string) =>
  and(eq(companions.userId, userId), eq(companions.otherId, otherId))

export async function deleteCompanion(tx: Db, userId: string, otherId: string): Promise<boolean> {
  const { changes } = await tx.delete(companions).where(isCompanion(userId, otherId)).run()
  return changes > 0
}
