import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { lists, receipts } from '#db/schema.ts'
import { DomainError } from './errors.ts'
import { type Attempt, onceIn } from './idempotency.ts'
import { newId } from './ids.ts'
import type { AddList } from './inputs.ts'
import { discardFile } from './receiptFiles.ts'
import type { User } from './sessions.ts'
import { bytesOf, refuseOverBudget } from './storageBudget.ts'

export const MAX_LISTS = 500

export type List = typeof lists.$inferSelect

const ownList = prepared((db) =>
  db
    .select()
    .from(lists)
    .where(and(eq(lists.id, sql.placeholder('id')), eq(lists.createdBy, sql.placeholder('userId'))))
    .prepare(),
)

/** Not yours is not found: the one place that decides who may see and change a list. */
export function listIn(db: Db, user: User, id: string | undefined): List {
  const list = id && ownList(db).get({ id, userId: user.id })
  if (!list) {
    const audit = { event: 'access-refused', user: user.id } as const
    throw new DomainError('list-not-found', {}, { audit })
  }
  return list
}

export async function listFor(services: Services, user: User, id: string | undefined): Promise<List> {
  return listIn(services.db, user, id)
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

/** More than anybody looks through: their page takes long to draw. */
const MANY_LISTS = 100

const howMany = prepared((db) =>
  db
    .select({ n: count() })
    .from(lists)
    .where(eq(lists.createdBy, sql.placeholder('userId')))
    .prepare(),
)

export function hasMany({ db }: Services, user: User): boolean {
  return (howMany(db).get({ userId: user.id })?.n ?? 0) > MANY_LISTS
}

/** As a part of a larger unit of work. */
export function addListIn(services: Services, tx: Db, user: User, input: z.infer<typeof AddList>): List {
  const taken = input.id ? tx.select().from(lists).where(eq(lists.id, input.id)).get() : undefined
  // The same request, sent again by a browser that heard no answer.
  const repeated = taken?.createdBy === user.id && taken.name === input.name
  if (repeated) return taken
  if ((howMany(tx).get({ userId: user.id })?.n ?? 0) >= MAX_LISTS) {
    throw new DomainError('too-many-lists', { max: MAX_LISTS })
  }
  const storedBytes = bytesOf(input.name)
  refuseOverBudget(services, tx, user.id, storedBytes)
  return tx
    .insert(lists)
    .values({
      id: taken || !input.id ? newId() : input.id,
      name: input.name,
      createdBy: user.id,
      createdAt: Date.now(),
      storedBytes,
    })
    .returning()
    .get()
}

export async function addList(
  services: Services,
  user: User,
  input: z.infer<typeof AddList>,
  attempt?: Attempt,
): Promise<List> {
  const add = (tx: Db) => ({ list: addListIn(services, tx, user, input), event: undefined })
  const { list } = await services.write((tx) => onceIn(tx, user, attempt, () => add(tx)))
  return list
}

export async function deleteList(services: Services, user: User, id: string | undefined): Promise<void> {
  const { revision, receipt } = await services.write((tx) => {
    const list = listIn(tx, user, id)
    const receipt = tx.delete(receipts).where(eq(receipts.listId, list.id)).returning().get()
    tx.delete(lists).where(eq(lists.id, list.id)).run()
    return { revision: list.revision + 1, receipt }
  })
  if (id) services.events.publish({ type: 'listDeleted', listID: id, revision })
  if (receipt) void discardFile(services, receipt.storageKey)
}

const countUp = prepared((db) =>
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

/** Every change to a list or its items counts, so that a page that is behind can tell; `bytes` is what it added. */
export function nextRevision(tx: Db, listId: string, bytes = 0): number {
  return countUp(tx).get({ listId, bytes }).revision
}
