import { and, count, eq, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import { type List, listFor } from '#app/domain/access/access.ts'
import type { User } from '#app/domain/access/actors.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { ListEvent } from '#app/domain/events.ts'
import { record } from '#app/domain/history/changes.ts'
import type { Effect, WithChange } from '#app/domain/history/effects.ts'
import { isTombstone, keepNewestDeletedLists } from '#app/domain/history/purge.ts'
import { type IdempotentRequest, runOnce } from '#app/domain/idempotency.ts'
import { newId } from '#app/domain/ids.ts'
import type { AddList, RenameList } from '#app/domain/inputs.ts'
import { live, withDeleted } from '#app/domain/liveRows.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { requireStorage } from '#app/domain/receipts/storageBudget.ts'
import { shareWithCompanions } from '#app/domain/sharing/companions.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { listMembers, lists } from '#db/schema.ts'

export const MAX_LISTS = 500

/** Pages with more lists take long to render. */
const MANY_LISTS = 100

const listById = prepared((db) =>
  db
    .select()
    .from(lists)
    .where(and(eq(lists.id, sql.placeholder('id')), withDeleted(lists)))
    .prepare(),
)

const countLists = prepared((db) =>
  db
    .select({ n: count() })
    .from(lists)
    .where(and(eq(lists.createdBy, sql.placeholder('userId')), live(lists)))
    .prepare(),
)

/** Own lists and those of others. */
const countShownLists = prepared((db) => {
  const userId = sql.placeholder('userId')
  const shared = db
    .select({ n: count() })
    .from(listMembers)
    .innerJoin(lists, and(eq(lists.id, listMembers.listId), live(lists)))
    .where(eq(listMembers.userId, userId))
  return db
    .select({ n: sql<number>`${count()} + (${shared})`.mapWith(Number) })
    .from(lists)
    .where(and(eq(lists.createdBy, userId), live(lists)))
    .prepare()
})

export async function hasManyLists({ db }: Services, { id: userId }: User): Promise<boolean> {
  const shown = await countShownLists(db).get({ userId })
  return (shown?.n ?? 0) > MANY_LISTS
}

async function countListsOf(db: Db, userId: string): Promise<number> {
  return (await countLists(db).get({ userId }))?.n ?? 0
}

export async function addList(
  services: Services,
  user: User,
  input: z.infer<typeof AddList>,
  request?: IdempotentRequest,
): Promise<List & WithChange> {
  const add = async (tx: Db): Promise<List & WithChange & { event?: ListEvent }> => {
    const { list, isNew } = await insertList(services, tx, user, input)
    if (!isNew) return { ...list, change: null }
    const { change } = await record(tx, list.id, {
      actor: user,
      kind: 'list',
      event: { type: 'listRestored' },
      isNewList: true,
      effects: [creationOf(list)],
    })
    return { ...list, change }
  }
  const { event: _, ...list } = await services.write((tx) => runOnce(tx, request, () => add(tx)))
  return list
}

/** The effect of a new list, for the change that records it. */
export function creationOf({ id, name }: List): Effect {
  return { id, before: null, after: { name, deletedAt: null } }
}

/** Record it as a change: see creationOf. */
export async function insertList(
  services: Services,
  tx: Db,
  user: User,
  input: z.infer<typeof AddList>,
): Promise<{ list: List; isNew: boolean }> {
  const sameId = input.id ? await listById(tx).get({ id: input.id }) : undefined
  // The browser got no response and sent the request again.
  const isRepeated = sameId?.createdBy === user.id && sameId.name === input.name
  if (isRepeated) return { list: sameId, isNew: false }
  const now = Date.now()
  const row: List = {
    id: sameId || !input.id ? newId() : input.id,
    name: input.name,
    createdBy: user.id,
    createdAt: now,
    changedAt: now,
    revision: 0,
    storedBytes: bytesOf(input.name),
    historyBytes: 0,
    deletedAt: null,
  }
  // The same, after the list was deleted for good.
  if (input.id && (await isTombstone(tx, input.id))) return { list: { ...row, deletedAt: now }, isNew: false }
  await requireStorage(services, tx, user.id, row.storedBytes)
  const list = await tx.insert(lists).values(row).returning().get()
  await requireRoomForList(tx, user.id)
  await shareWithCompanions(tx, user, list.id)
  return { list, isNew: true }
}

export async function requireRoomForList(tx: Db, userId: string): Promise<void> {
  if ((await countListsOf(tx, userId)) > MAX_LISTS)
    throw new DomainError('too-many-lists', { max: MAX_LISTS })
}

export async function renameList(
  services: Services,
  user: User,
  id: string | undefined,
  { name }: z.infer<typeof RenameList>,
): Promise<List & WithChange> {
  const { event, ...renamed } = await services.write(
    async (tx): Promise<List & WithChange & { event?: ListEvent }> => {
      const { role: _, ...list } = await listFor(tx, user, id, 'own')
      if (list.name === name) return { ...list, change: null }
      const bytes = bytesOf(name) - bytesOf(list.name)
      await requireStorage(services, tx, list.createdBy, bytes)
      await tx
        .update(lists)
        .set({ name })
        .where(and(eq(lists.id, list.id), live(lists)))
        .run()
      const recorded = await record(tx, list.id, {
        actor: user,
        kind: 'list',
        event: { type: 'itemEdited' },
        effects: [{ id: list.id, before: { name: list.name }, after: { name } }],
        bytes: { live: bytes },
      })
      return { ...list, name, ...recorded }
    },
  )
  if (event) services.events.publish(event)
  return renamed
}

export async function deleteList(
  services: Services,
  user: User,
  id: string | undefined,
): Promise<List & WithChange> {
  const { event, ...deleted } = await services.write(async (tx) => {
    const { role: _, ...list } = await listFor(tx, user, id, 'own')
    const deletedAt = Date.now()
    await tx
      .update(lists)
      .set({ deletedAt })
      .where(and(eq(lists.id, list.id), live(lists)))
      .run()
    const recorded = await record(tx, list.id, {
      actor: user,
      kind: 'list',
      event: { type: 'listDeleted' },
      effects: [{ id: list.id, before: { deletedAt: null }, after: { deletedAt } }],
    })
    await keepNewestDeletedLists(tx, list.createdBy)
    return { ...list, deletedAt, ...recorded }
  })
  services.events.publish(event)
  return deleted
}
