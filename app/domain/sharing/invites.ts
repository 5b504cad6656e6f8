import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { listFor, ofList, ownedBy, type SharedRole, type User } from '#app/domain/access/access.ts'
import { INVITE_LIFETIME, MAX_INVITES_PER_LIST } from '#app/domain/limitsAndLifetimes.ts'
import type { Op } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, live, prepared } from '#db/database.ts'
import { invites, listMembers, lists, users } from '#db/schema.ts'
import type { Caller } from '../audit.ts'
import { deleteSome } from '../deleteSome.ts'
import { DomainError } from '../errors.ts'
import { newId } from '../ids.ts'
import { requireAtMost } from '../requireAtMost.ts'
import { write } from '../write.ts'
import { isOnAllLists, joinAllLists } from './companions.ts'
import { addMember, type ChangedList, isMember, publishMembers, requireSpaceForSharedList } from './people.ts'
import { hashFor, hashOf, shownToken } from './tokens.ts'

export type OpenInvite = ReturnType<typeof toInvite>

export const waits = (now = Date.now()) => and(isNull(invites.usedBy), gt(invites.expiresAt, now))

export async function invitesOf(services: Services, user: User, listId: string | undefined) {
  const list = await listFor(services.db, user, listId, 'own')
  const rows = await services.db
    .select()
    .from(invites)
    .where(and(eq(invites.listId, list.id), waits()))
    .orderBy(asc(invites.createdAt), asc(invites.id))
    .all()
  // See findByToken: an invitation of the former owner is only to this list.
  return rows.map((row) =>
    toInvite(services, { ...row, allLists: row.allLists && row.createdBy === user.id }),
  )
}

/** To all lists, each with the list it was made on. */
export async function invitesToAllLists(services: Services, user: User) {
  const rows = await services.db
    .select({ invite: invites, listId: lists.id })
    .from(invites)
    .innerJoin(lists, and(eq(lists.id, invites.listId), ownedBy(user.id), live(lists)))
    .where(and(eq(invites.createdBy, user.id), eq(invites.allLists, true), waits()))
    .orderBy(asc(invites.createdAt), asc(invites.id))
    .all()
  return rows.map(({ invite, listId }) => ({ ...toInvite(services, invite), listId }))
}

function toInvite(services: Services, row: typeof invites.$inferSelect) {
  const { id, role, allLists, createdAt, expiresAt, hash } = row
  return { id, role, allLists, createdAt, expiresAt, token: shownToken(services, 'invite', { id, hash }) }
}

export async function createInvite(
  services: Services,
  user: User,
  listId: string | undefined,
  { role, allLists = false }: { role: SharedRole; allLists?: boolean },
  { caller, op }: { caller: Caller; op?: Op | undefined },
) {
  const { row } = await write(services, {
    actor: user,
    op,
    find: ofList(user, listId, 'own'),
    async work(tx, { list }) {
      const id = newId()
      const now = Date.now()
      const hash = hashFor(services, 'invite', id)
      const expiresAt = now + INVITE_LIFETIME
      const offer = { listId: list.id, role, allLists, createdBy: user.id }
      const values = { id, hash, ...offer, expiresAt, createdAt: now }
      const row = await tx.insert(invites).values(values).returning().get()
      const waiting = and(eq(invites.listId, list.id), waits())
      await requireAtMost(tx, MAX_INVITES_PER_LIST, 'too-many-invites', invites, waiting)
      return { result: { row } }
    },
    after: () => services.audit.note(caller, { event: 'invite-made', user: user.id }),
  })
  return toInvite(services, row)
}

export async function withdrawInvite(
  services: Services,
  user: User,
  listId: string | undefined,
  inviteId: string | undefined,
  caller: Caller,
): Promise<void> {
  await write(services, {
    actor: user,
    find: ofList(user, listId, 'own'),
    async work(tx, { list }) {
      const { changes } = await tx
        .delete(invites)
        .where(and(eq(invites.listId, list.id), eq(invites.id, inviteId ?? ''), isNull(invites.usedBy)))
        .run()
      return { result: { withdrawn: changes > 0 } }
    },
    after({ withdrawn }) {
      if (withdrawn) services.audit.note(caller, { event: 'invite-withdrawn', user: user.id })
    },
  })
}

const inviteByHash = prepared((db) =>
  db
    .select({
      invite: invites,
      listName: lists.name,
      owner: lists.createdBy,
      revision: lists.revision,
      inviter: users.name,
    })
    .from(invites)
    .innerJoin(lists, and(eq(lists.id, invites.listId), live(lists)))
    .innerJoin(users, eq(users.id, invites.createdBy))
    .where(
      and(
        eq(invites.hash, sql.placeholder('hash')),
        isNull(invites.usedBy),
        gt(invites.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare(),
)

export type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

/** Reads only, however often it is opened. Undefined if it is unknown, used, withdrawn or expired. */
export async function findInvitation({ db }: Pick<Services, 'db'>, token: string | undefined, user?: User) {
  const found = await findByToken(db, token)
  if (!found) return undefined
  const { invite, listName, inviter, allLists } = found
  return {
    listId: invite.listId,
    listName,
    inviter,
    allLists,
    role: invite.role,
    expiresAt: invite.expiresAt,
    isMember: user !== undefined && (await isOn(db, found, user)),
  }
}

async function findByToken(db: Db, token: string | undefined) {
  const hash = hashOf(token)
  const found = hash && (await inviteByHash(db).get({ hash, now: Date.now() }))
  if (!found) return undefined
  // Owners who gave this list away no longer invite to their other lists with it.
  return { ...found, allLists: found.invite.allLists && found.invite.createdBy === found.owner }
}

type Found = NonNullable<Awaited<ReturnType<typeof findByToken>>>

async function isOn(db: Db, { invite, owner, allLists }: Found, { id }: User): Promise<boolean> {
  if (owner === id) return true
  const member = await db
    .select({ role: listMembers.role })
    .from(listMembers)
    .where(isMember(invite.listId, id))
    .get()
  return member !== undefined && (!allLists || (await isOnAllLists(db, owner, id)))
}

/**
 * Works once. If the user is already on the list, nothing changes and the invitation stays. An invitation to all lists
 * may be answered with all lists of the user.
 */
export async function acceptInvite(
  services: Services,
  user: User,
  token: string | undefined,
  caller: Caller,
  { op, allLists: sharesBack = false }: { op?: Op | undefined; allLists?: boolean } = {},
) {
  return write(services, {
    actor: user,
    op,
    find: async () => ({}),
    async work(tx) {
      const found = await findByToken(tx, token)
      if (!found) {
        const before = await findAccepted({ db: tx }, token, user)
        if (before) return { result: { ...before, isNew: false, changed: [] } }
        throw new DomainError('invite-not-found', {}, { audit: { event: 'invite-refused', user: user.id } })
      }
      const { invite, listName, inviter, owner, revision, allLists } = found
      const { listId, role, createdBy } = invite
      const isNew = !(await isOn(tx, found, user))
      const changed: ChangedList[] = [{ id: listId, revision }]
      if (isNew) {
        await addMember(tx, listId, { userId: user.id, role, addedBy: createdBy })
        if (allLists) changed.push(...(await joinAllLists(tx, owner, { userId: user.id, role })))
        await requireSpaceForSharedList(tx, user.id)
        if (allLists && sharesBack) {
          changed.push(...(await joinAllLists(tx, user.id, { userId: owner, role: 'editor' })))
          await requireSpaceForSharedList(tx, owner)
        }
        await tx.update(invites).set({ usedBy: user.id }).where(eq(invites.hash, invite.hash)).run()
      }
      return { result: { listId, listName, isNew, changed, ...(allLists && { allOf: inviter }) } }
    },
    after({ isNew, changed, allOf }) {
      if (!isNew) return
      services.audit.note(caller, { event: 'invite-accepted', user: user.id })
      if (allOf !== undefined) services.audit.note(caller, { event: 'always-accepted', user: user.id })
      for (const list of changed) publishMembers(services, list)
    },
  })
}

/** The second of two clicks on Accept leads to the list, like the first. */
export async function findAccepted({ db }: Pick<Services, 'db'>, token: string | undefined, user: User) {
  const hash = hashOf(token)
  if (!hash) return undefined
  return db
    .select({ listId: lists.id, listName: lists.name })
    .from(invites)
    .innerJoin(lists, and(eq(lists.id, invites.listId), live(lists)))
    .innerJoin(listMembers, and(eq(listMembers.listId, lists.id), eq(listMembers.userId, user.id)))
    .where(and(eq(invites.hash, hash), eq(invites.usedBy, user.id)))
    .get()
}

export async function isInvited(services: Pick<Services, 'db'>, token: string | undefined) {
  return (await findInvitation(services, token)) !== undefined
}

/** Returns whether there may be more. */
export function sweepInvites(tx: Db, now: number): Promise<boolean> {
  return deleteSome(tx, invites, [invites.hash], lt(invites.expiresAt, now - INVITE_LIFETIME))
}
