import { and, eq, ne, or } from 'drizzle-orm'
import type { User } from '#app/domain/access/access.ts'
import type { Caller } from '#app/domain/audit.ts'
import { inParts } from '#app/domain/batches.ts'
import { deleteSome } from '#app/domain/deleteSome.ts'
import { DomainError } from '#app/domain/errors.ts'
import { purgePartOfList } from '#app/domain/history/purge.ts'
import { RATE_LIMITS } from '#app/domain/limitsAndLifetimes.ts'
import { discardFile } from '#app/domain/receipts/receiptFiles.ts'
import { offerAll, passOnAll, publishPassedOn } from '#app/domain/sharing/heirs.ts'
import { listsSharedWith, publishMembers } from '#app/domain/sharing/people.ts'
import { endTripsOf, purgeTripsOf } from '#app/domain/trips/owners.ts'
import type { Services } from '#app/services.ts'
import { type Db, withDeleted } from '#db/database.ts'
import { companions, listMembers, lists, operations, outbox, receipts, users } from '#db/schema.ts'
import { revokeAllTokens } from './apiTokens.ts'
import { type Attempt, consume, refundIfBusy, resetLimit } from './attempts.ts'
import { endAllSessions } from './sessions.ts'
import { findUser } from './users.ts'

export async function deleteAccount(
  services: Services,
  user: User,
  { password, sharedLists = 'hand-over' }: { password: string; sharedLists?: 'hand-over' | 'delete' },
  caller: Caller,
): Promise<{ offered: number }> {
  // Separate from the sign-in limits: strangers who guess passwords must not block the owner.
  const attempt: Attempt = [RATE_LIMITS.passwordChecksByUser, user.id]
  await consume(services, attempt)
  const checked = await findUser(services.db, user.id)
  // The other request of a double click has deleted it: "Nothing was deleted" would be wrong.
  if (!checked) return { offered: 0 }
  const right = await refundIfBusy(services, attempt, () =>
    services.passwordQueue.run(user.id, () => services.passwords.matches(password, checked.passwordHash)),
  )
  if (!right) throw wrongPassword(user)
  return removeAccount(services, checked, { sharedLists, passwordHash: checked.passwordHash }, caller)
}

interface Removal {
  sharedLists?: 'hand-over' | 'delete'
  /** The one that was checked. The operator needs none. */
  passwordHash?: string
}

/** Shared lists are offered to the editor of longest standing, unless they are to be deleted too. */
export async function removeAccount(
  services: Services,
  user: User,
  { sharedLists = 'hand-over', passwordHash }: Removal,
  caller: Caller,
): Promise<{ offered: number }> {
  const first = await services.write(async (tx) => {
    const current = await findUser(tx, user.id)
    if (!current) return undefined
    if (passwordHash !== undefined && current.passwordHash !== passwordHash) throw wrongPassword(user)
    await endAllSessions(tx, user.id)
    await revokeAllTokens(tx, user.id)
    const ended = await endMemberships(tx, user, sharedLists)
    const owned = await tx
      .select({ id: lists.id, revision: lists.revision, key: receipts.storageKey })
      .from(lists)
      .leftJoin(receipts, and(eq(receipts.listId, lists.id), withDeleted(receipts)))
      .where(and(eq(lists.createdBy, user.id), withDeleted(lists)))
      .all()
    // These lists and trips can't be restored. If the server is killed before the end, the account is left, without them.
    await tx
      .update(lists)
      .set({ deletedAt: 0 })
      .where(and(eq(lists.createdBy, user.id), withDeleted(lists)))
      .run()
    return { owned, ended, photos: await endTripsOf(tx, user.id) }
  })
  if (!first) return { offered: 0 }
  const { owned, ended, photos } = first
  publishEnded(services, user, ended)
  await inParts(() => services.write((tx) => purgeTripsOf(tx, user.id)))
  for (const { id } of owned) await inParts(() => services.write((tx) => purgePartOfList(tx, id)))
  await inParts(() =>
    services.write((tx) => deleteSome(tx, operations, [operations.id], eq(operations.userId, user.id))),
  )
  const late = await services.write(async (tx) => {
    // A request that was under way may have put them on a list since.
    const late = await endMemberships(tx, user, sharedLists)
    await tx.delete(outbox).where(eq(outbox.email, user.email)).run()
    await resetLimit(tx, RATE_LIMITS.passwordChecksByUser, user.id)
    await resetLimit(tx, RATE_LIMITS.failuresByAccount, user.email)
    // Cascades to sessions, tokens and the rest.
    await tx.delete(users).where(eq(users.id, user.id)).run()
    return late
  })
  services.audit.note(caller, { event: 'account-deleted', user: user.id })
  publishEnded(services, user, late)
  publishPassedOn(services, late.gone)
  const revisions = new Map(owned.map(({ id, revision }) => [id, revision]))
  for (const [listID, revision] of revisions) {
    services.events.publish({ type: 'listDeleted', listID, revision: revision + 1 })
  }
  for (const key of [...owned.map(({ key }) => key), ...photos]) if (key) await discardFile(services, key)
  return { offered: ended.offered.length + late.offered.length }
}

type Ended = Awaited<ReturnType<typeof endMemberships>>

/** From now on nobody offers them a list, or shares one with them, that would go with the account. */
async function endMemberships(tx: Db, user: User, sharedLists: 'hand-over' | 'delete') {
  const passedOn = await passOnAll(tx, user)
  const offered = sharedLists === 'delete' ? [] : await offerAll(tx, user)
  const left = await listsSharedWith(tx, user)
  await tx
    .update(lists)
    .set({ offeredTo: null, offeredAt: null })
    .where(and(eq(lists.offeredTo, user.id), ne(lists.createdBy, user.id), withDeleted(lists)))
    .run()
  await tx.delete(listMembers).where(eq(listMembers.userId, user.id)).run()
  await tx
    .delete(companions)
    .where(or(eq(companions.userId, user.id), eq(companions.otherId, user.id)))
    .run()
  return { offered, left, gone: passedOn.filter(({ isDeleted }) => isDeleted) }
}

function publishEnded(services: Services, { id }: User, { offered, left }: Ended) {
  services.events.endAccess({ userId: id })
  publishPassedOn(services, offered)
  for (const list of left) publishMembers(services, list)
}

function wrongPassword({ id }: User) {
  const audit = { event: 'deletion-refused', user: id } as const
  const fields = { password: { code: 'wrong-password', params: {} } } as const
  return new DomainError('wrong-password', {}, { fields, audit })
}
