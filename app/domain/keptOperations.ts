import { and, asc, eq, inArray, isNotNull, like, lte, type SQL, sql } from 'drizzle-orm'
import { type Db, prepared, withDeleted } from '#db/database.ts'
import { lists, operations } from '#db/schema.ts'
import { KEEP_OPERATIONS_FOR } from './limitsAndLifetimes.ts'

// Operations are stored so that none is done twice. They count towards the storage of the list's owner.

/** A row without its answer. Migration 0011 repeats it. */
const OPERATION_BYTES = 300
const BATCH = 500

const storedBytes = sql`${OPERATION_BYTES} + coalesce(octet_length(${operations.answer}), 0)`.mapWith(Number)

export const bytesOfOperation = (answer: string | null) =>
  OPERATION_BYTES + (answer === null ? 0 : Buffer.byteLength(answer))

export async function addOperationBytes(tx: Db, listId: string, bytes: number): Promise<void> {
  await addBytes(tx).run({ listId, bytes })
}

const addBytes = prepared((db) =>
  db
    .update(lists)
    .set({ operationBytes: sql`${lists.operationBytes} + ${sql.placeholder('bytes')}` })
    .where(and(eq(lists.id, sql.placeholder('listId')), withDeleted(lists)))
    .prepare(),
)

/** The oldest of a list, until so many bytes are free. */
export async function forgetOldestOperations(tx: Db, listId: string, bytes: number): Promise<void> {
  let left = bytes
  while (left > 0) {
    const freed = await forgetOldest(tx, eq(operations.listId, listId), left)
    if (freed === 0) return
    left -= freed
  }
}

/** Returns whether there were any. */
export async function forgetSomeOf(tx: Db, listId: string, most: number): Promise<boolean> {
  return (await forgetOldest(tx, eq(operations.listId, listId), most)) > 0
}

/** Some of those that were kept long enough. Returns whether there were any. */
export async function sweepOperations(tx: Db, now: number): Promise<boolean> {
  // Of many lists, each of which changes.
  return (await forgetOldest(tx, lte(operations.createdAt, now - KEEP_OPERATIONS_FOR), Infinity, 100)) > 0
}

async function forgetOldest(tx: Db, which: SQL, most: number, batch = BATCH): Promise<number> {
  const oldest = await tx
    .select({ id: operations.id, listId: operations.listId, bytes: storedBytes })
    .from(operations)
    .where(which)
    .orderBy(asc(operations.createdAt))
    .limit(batch)
    .all()
  const ofLists = new Map<string | null, number>()
  const ids: string[] = []
  let freed = 0
  for (const { id, listId, bytes } of oldest) {
    if (freed >= most) break
    ids.push(id)
    freed += bytes
    ofLists.set(listId, (ofLists.get(listId) ?? 0) + bytes)
  }
  if (ids.length > 0) await tx.delete(operations).where(inArray(operations.id, ids)).run()
  for (const [listId, bytes] of ofLists) if (listId !== null) await addOperationBytes(tx, listId, -bytes)
  return freed
}

/** The answers of a list that tell of an item. */
export async function forgetAnswers(tx: Db, listId: string, itemId: string): Promise<void> {
  const which = and(
    eq(operations.listId, listId),
    isNotNull(operations.answer),
    like(operations.answer, `%${itemId}%`),
  )
  const told = await tx.select({ answer: operations.answer }).from(operations).where(which).all()
  if (told.length === 0) return
  await tx.update(operations).set({ answer: null }).where(which).run()
  const bytes = told.reduce((sum, { answer }) => sum + Buffer.byteLength(answer ?? ''), 0)
  await addOperationBytes(tx, listId, -bytes)
}
