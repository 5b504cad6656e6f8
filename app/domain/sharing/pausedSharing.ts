import { and, eq, inArray } from 'drizzle-orm'
import { offeredWithoutOwnerTo, type User } from '#app/domain/access/access.ts'
import type { Caller } from '#app/domain/audit.ts'
import { chunks } from '#app/domain/batches.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { Services } from '#app/services.ts'
import { type Db, withDeleted } from '#db/database.ts'
import { listMembers, lists, pausedSharing } from '#db/schema.ts'
import { type EndedSharing, endedBy, isEmpty, removeSharing } from './endAllSharing.ts'
import { passOnAll, publishPassedOn } from './heirs.ts'
import { publishMembers } from './people.ts'
import { existingPeople, keptLists, listRows, restoreSharing, type Snapshot } from './restoreSharing.ts'

// A reset link shows that an account's email is its reader's. If that was never shown before, a stranger may have
// registered the account, to read the lists that its owner makes later. So sharing stops until the owner answers.

/** Undefined if nothing was shared. */
export async function pauseSharing(tx: Db, userId: string): Promise<EndedSharing | undefined> {
  const removed = await removeSharing(tx, userId)
  if (isEmpty(removed)) return undefined
  const ids = [...removed.members, ...removed.links, ...removed.invites].map(({ listId }) => listId)
  const owners: Snapshot['owners'] = {}
  for await (const some of chunks([...new Set(ids)])) {
    for (const { id, createdBy } of await listRows(tx, some)) owners[id] = createdBy
  }
  const snapshot: Snapshot = { ...removed, owners }
  await tx
    .insert(pausedSharing)
    .values({ userId, snapshot: JSON.stringify(snapshot), createdAt: Date.now() })
    .run()
  return endedBy(tx, removed)
}

const parsed = (row: { snapshot: string } | undefined): Snapshot | undefined =>
  row && JSON.parse(row.snapshot)

async function takeSnapshot(tx: Db, userId: string): Promise<Snapshot> {
  const isTheirs = eq(pausedSharing.userId, userId)
  const snapshot = parsed(await tx.delete(pausedSharing).where(isTheirs).returning().get())
  if (snapshot) return snapshot
  throw new DomainError('paused-sharing-not-found')
}

/** What is left of it: how many lists, and with whom. */
export async function pausedSharingOf({ db }: Pick<Services, 'db'>, { id: userId }: Pick<User, 'id'>) {
  const row = await db.select().from(pausedSharing).where(eq(pausedSharing.userId, userId)).get()
  const snapshot = parsed(row)
  if (!snapshot) return undefined
  const { owners, members, companions, links, invites } = snapshot
  const kept = await keptLists(db, snapshot)
  const stays = ({ listId }: { listId: string }) => kept.has(listId)
  const ids = [
    ...members.filter(stays).map((member) => member.userId),
    ...[...kept.keys()].map((id) => owners[id] ?? ''),
    ...companions.flatMap((companion) => [companion.userId, companion.otherId]),
  ]
  const people = await existingPeople(db, ids)
  people.delete(userId)
  const names = [...people.values()]
  const byLink = [...links, ...invites].some(stays)
  return kept.size + names.length > 0 ? { lists: kept.size, names, byLink } : undefined
}

/** What is still possible comes back: the list and the person exist, and there is room. */
export async function keepSharing(services: Services, user: User, caller: Caller): Promise<void> {
  const changed = await services.write(async (tx) => restoreSharing(tx, await takeSnapshot(tx, user.id)))
  services.audit.note(caller, { event: 'sharing-resumed', user: user.id })
  for (const list of changed) publishMembers(services, list)
}

export async function stopSharing(services: Services, user: User, caller: Caller): Promise<void> {
  const passedOn = await services.write(async (tx) => {
    const { members } = await takeSnapshot(tx, user.id)
    return passOnOffered(
      tx,
      user,
      members.filter(({ userId }) => userId === user.id),
    )
  })
  services.audit.note(caller, { event: 'sharing-ended', user: user.id })
  publishPassedOn(services, passedOn)
}

/** Who is asked next depends on when the last one joined, so they join once more for that. */
async function passOnOffered(tx: Db, { id: userId }: User, members: Snapshot['members']) {
  const offered = await tx
    .select({ id: lists.id })
    .from(lists)
    .where(and(offeredWithoutOwnerTo(userId), withDeleted(lists)))
    .all()
  const ids = offered.map(({ id }) => id)
  for (const member of members) {
    if (ids.includes(member.listId)) await tx.insert(listMembers).values(member).onConflictDoNothing().run()
  }
  const passedOn = await passOnAll(tx, { id: userId })
  const isTheirs = and(eq(listMembers.userId, userId), inArray(listMembers.listId, ids))
  if (ids.length > 0) await tx.delete(listMembers).where(isTheirs).run()
  return passedOn
}
