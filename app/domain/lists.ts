import { count, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { lists, receipts } from '#db/schema.ts'
import { DomainError } from './errors.ts'
import type { ListEvent } from './events.ts'
import { type IdempotentRequest, runOnce } from './idempotency.ts'
import { newId } from './ids.ts'
import type { AddList } from './inputs.ts'
import { discardFile } from './receiptFiles.ts'
import type { User } from './sessions.ts'
import { bytesOf, requireStorage } from './storageBudget.ts'

export const MAX_LISTS = 500

export type List = typeof lists.$inferSelect

/** View: read the list. Edit: change its items and its receipt. Manage: delete it. */
export type Access = 'view' | 'edit' | 'manage'

const listById = prepared((db) =>
  db
    .select()
    .from(lists)
    .where(eq(lists.id, sql.placeholder('id')))
    .prepare(),
)

/** The one place that decides about access: today, owners may do everything and others nothing. */
function mayAccess(list: List, user: User, _access: Access): boolean {
  return list.createdBy === user.id
}

export async function findList(db: Db, user: User, id: string, access: Access): Promise<List | undefined> {
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

/** Newest first. */
export async function listsOf(services: Services, user: User) {
  return services.db
    .select({
      id: lists.id,
      name: lists.name,
      createdAt: lists.createdAt,
      createdBy: lists.createdBy,
      receiptId: receipts.id,
    })
    .from(lists)
    .leftJoin(receipts, eq(receipts.listId, lists.id))
    .where(eq(lists.createdBy, user.id))
    .orderBy(desc(lists.createdAt), desc(lists.id))
    .all()
}

/** Pages with more lists take long to render. */
const MANY_LISTS = 100

const countLists = prepared((db) =>
  db
    .select({ n: count() })
    .from(lists)
    .where(eq(lists.createdBy, sql.placeholder('userId')))
    .prepare(),
)

export async function hasManyLists({ db }: Services, user: User): Promise<boolean> {
  return (await countListsOf(db, user)) > MANY_LISTS
}

async function countListsOf(db: Db, user: User): Promise<number> {
  return (await countLists(db).get({ userId: user.id }))?.n ?? 0
}

export async function addList(
  services: Services,
  user: User,
  input: z.infer<typeof AddList>,
  request?: IdempotentRequest,
): Promise<List> {
  const add = async (tx: Db): Promise<{ list: List; event?: ListEvent }> => ({
    list: await insertList(services, tx, user, input),
  })
  const { list } = await services.write((tx) => runOnce(tx, user, request, () => add(tx)))
  return list
}

export async function insertList(
  services: Services,
  tx: Db,
  user: User,
  input: z.infer<typeof AddList>,
): Promise<List> {
  const sameId = input.id ? await listById(tx).get({ id: input.id }) : undefined
  // The browser got no response and sent the request again.
  const isRepeated = sameId?.createdBy === user.id && sameId.name === input.name
  if (isRepeated) return sameId
  if ((await countListsOf(tx, user)) >= MAX_LISTS) throw new DomainError('too-many-lists', { max: MAX_LISTS })
  const storedBytes = bytesOf(input.name)
  await requireStorage(services, tx, user.id, storedBytes)
  return tx
    .insert(lists)
    .values({
      id: sameId || !input.id ? newId() : input.id,
      name: input.name,
      createdBy: user.id,
      createdAt: Date.now(),
      storedBytes,
    })
    .returning()
    .get()
}

export async function deleteList(services: Services, user: User, id: string | undefined): Promise<void> {
  const { event, receipt } = await services.write(async (tx) => {
    const list = await listFor(tx, user, id, 'manage')
    const receipt = await tx.delete(receipts).where(eq(receipts.listId, list.id)).returning().get()
    await tx.delete(lists).where(eq(lists.id, list.id)).run()
    const event: ListEvent = { type: 'listDeleted', listID: list.id, revision: list.revision + 1 }
    return { event, receipt }
  })
  services.events.publish(event)
  if (receipt) void discardFile(services, receipt.storageKey)
}

const bumpRevision = prepared((db) =>
  db
    .update(lists)
    .set({
      revision: sql`${lists.revision} + 1`,
      storedBytes: sql`${lists.storedBytes} + ${sql.placeholder('bytes')}`,
    })
    .where(eq(lists.id, sql.placeholder('listId')))
    .returning({ revision: lists.revision })
    .prepare(),
)

interface Change {
  itemID?: string
  /** Added to or removed from the list's storage. */
  bytes?: number
}

/** Counts a change to a list or its items, so that pages notice missed ones. Publish the event after the commit. */
export async function listChanged(
  tx: Db,
  type: ListEvent['type'],
  listID: string,
  { itemID, bytes = 0 }: Change = {},
): Promise<ListEvent> {
  const { revision } = await bumpRevision(tx).get({ listId: listID, bytes })
  return { type, listID, revision, ...(itemID && { itemID }) }
}
