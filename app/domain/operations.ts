import { eq, lte, sql } from 'drizzle-orm'
import { type Actor, isGuest } from '#app/domain/access/actors.ts'
import type { WithChange } from '#app/domain/history/effects.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { operations } from '#db/schema.ts'
import type { List } from './access/access.ts'
import { sha256 } from './hash.ts'
import { DAY } from './time.ts'

// Browsers keep what people did without a connection and send it later, maybe twice. Each such operation has an id.

/** Longer than changes are kept: what can be undone must not be done again. */
const KEPT_FOR = 31 * DAY

/** The operation was done before, with this change. */
export interface Repeated extends WithChange {
  isRepeated: true
  event?: never
}

export const isRepeated = (result: object): result is Repeated => 'isRepeated' in result

interface Act<Found, Result> {
  /** Finds what the act is about, and throws without the right to it. */
  find(): Promise<Found>
  work(found: Found): Promise<Result>
}

/**
 * Does an act once: its operation is stored in the same transaction, and nothing is done for an operation that is
 * stored already. An act that fails isn't stored. Without an id, the act is simply done.
 */
export async function doOnce<Found extends { list: Pick<List, 'id'> }, Result extends WithChange>(
  tx: Db,
  actor: Actor,
  op: string | undefined,
  { find, work }: Act<Found, Result>,
): Promise<Result | Repeated> {
  if (op === undefined) return work(await find())
  const id = hashOf(actor, op)
  let found: Found
  try {
    found = await find()
  } catch (error) {
    // Since it was done, somebody may have deleted the item or taken the right away.
    const done = await findDone(tx, id)
    if (done) return done
    throw error
  }
  // Stored before the work and without a query first, which on PostgreSQL would conflict with other new operations.
  const isNew = (await storeUnlessDone(tx).run({ id, listId: found.list.id, now: Date.now() })).changes > 0
  const done = isNew ? undefined : await findDone(tx, id)
  if (done) return done
  const result = await work(found)
  if (result.change) await storeChange(tx).run({ id, change: result.change })
  return result
}

/**
 * Takes back an operation that may not have arrived. If it has, its change is returned, to be undone; if it comes later,
 * nothing is done.
 */
export async function cancelOperation(
  tx: Db,
  actor: Actor,
  { id: listId }: Pick<List, 'id'>,
  op: string,
): Promise<string | null> {
  const id = hashOf(actor, op)
  await storeUnlessDone(tx).run({ id, listId, now: Date.now() })
  return (await findDone(tx, id))?.change ?? null
}

/** The people who use a link are one actor. */
function hashOf(actor: Actor, op: string): string {
  return sha256(JSON.stringify([isGuest(actor) ? actor.linkId : actor.id, op]))
}

async function findDone(tx: Db, id: string): Promise<Repeated | undefined> {
  const row = await operationById(tx).get({ id })
  return row && { isRepeated: true, change: row.change }
}

const operationById = prepared((db) =>
  db
    .select({ change: operations.changeId })
    .from(operations)
    .where(eq(operations.id, sql.placeholder('id')))
    .prepare(),
)

const storeUnlessDone = prepared((db) =>
  db
    .insert(operations)
    .values({
      id: sql.placeholder('id'),
      listId: sql.placeholder('listId'),
      createdAt: sql.placeholder('now'),
    })
    .onConflictDoNothing()
    .prepare(),
)

const storeChange = prepared((db) =>
  db
    .update(operations)
    .set({ changeId: sql`${sql.placeholder('change')}` })
    .where(eq(operations.id, sql.placeholder('id')))
    .prepare(),
)

export async function sweepOperations(tx: Db, now: number): Promise<void> {
  await tx
    .delete(operations)
    .where(lte(operations.createdAt, now - KEPT_FOR))
    .run()
}
