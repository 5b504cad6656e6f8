import { and, count, eq, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { lists } from '#db/schema.ts'
import { bytesOf } from './bytes.ts'
import { type Effect, record, type WithChange } from './changes.ts'
import { DomainError } from './errors.ts'
import type { ListEvent } from './events.ts'
import { type IdempotentRequest, runOnce } from './idempotency.ts'
import { newId } from './ids.ts'
import type { AddList, RenameList } from './inputs.ts'
import { live, withDeleted } from './live.ts'
import { isTombstone, keepNewestDeletedLists } from './purge.ts'
import type { User } from './sessions.ts'
import { requireStorage } from './storageBudget.ts'

export const MAX_LISTS = 500

export type List = typeof lists.$inferSelect

/** View: read the list. Edit: change its items and its receipt. Manage: rename or delete it. */
export type Access = 'view' | 'edit' | 'manage'

const listById = prepared((db) =>
  db
    .select()
    .from(lists)
    .where(and(eq(lists.id, sql.placeholder('id')), withDeleted(lists)))
    .prepare(),
)

/** The one place that decides about access: today, owners may do everything and others nothing. */
export function mayAccess(list: List, user: User, _access: Access): boolean {
  return list.createdBy === user.id
}

export async function findList(db: Db, user: User, id: string, access: Access): Promise<List | undefined> {
  const list = await findListOrDeleted(db, user, id, access)
  return list?.deletedAt === null ? list : undefined
}

export async function findListOrDeleted(
  db: Db,
  user: User,
  id: string,
  access: Access,
): Promise<List | undefined> {
  const list = await listById(db).get({ id })
  return list && mayAccess(list, user, access) ? list : undefined
}

/** A list without access is not found, like one that doesn't exist. */
export async function listFor(db: Db, user: User, id: string | undefined, access: Access): Promise<List> {
  const list = id && (await findList(db, user, id, access))
  if (!list) {
    const audit = { event: 'access-refused', user: user.id } as const
    throw new DomainError('list-not-found', {}, { audit })
  }
  return list
}

/** Pages with more lists take long to render. */
const MANY_LISTS = 100

const countLists = prepared((db) =>
  db
    .select({ n: count() })
    .from(lists)
    .where(and(eq(lists.createdBy, sql.placeholder('userId')), live(lists)))
    .prepare(),
)

export async function hasManyLists({ db }: Services, user: User): Promise<boolean> {
  return (await countListsOf(db, user.id)) > MANY_LISTS
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
  const { event: _, ...list } = await services.write((tx) => runOnce(tx, user, request, () => add(tx)))
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
      const list = await listFor(tx, user, id, 'manage')
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
    const list = await listFor(tx, user, id, 'manage')
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
