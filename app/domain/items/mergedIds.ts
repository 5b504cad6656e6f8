import { eq, sql } from 'drizzle-orm'
import { chunks } from '#app/domain/batches.ts'
import { sha256 } from '#app/domain/hash.ts'
import { addOperationBytes, bytesOfOperation } from '#app/domain/keptOperations.ts'
import { type Db, prepared, preparedForRows } from '#db/database.ts'
import { operations } from '#db/schema.ts'

// A page gives its new rows their ids. If one joins a row that is there already, what else the page does to it is meant
// for that row. Kept among the operations: counted, swept and forgotten with them.

export interface Merged {
  id: string
  itemId: string
  /** What added something to it. Null if nothing did, or that was taken away. */
  change: string | null
}

const keyOf = (id: string) => sha256(JSON.stringify(['merged', id]))

type Answer = Pick<Merged, 'itemId' | 'change'>

export async function rememberMerged(tx: Db, listId: string, merged: Merged[]): Promise<void> {
  const createdAt = Date.now()
  const rows = merged.map(({ id, ...answer }) => ({
    id: keyOf(id),
    listId,
    answer: JSON.stringify(answer satisfies Answer),
    createdAt,
  }))
  let bytes = 0
  for await (const some of chunks(rows)) {
    const { query, values } = insertOperations(tx, some)
    const stored = await query.all(values)
    bytes += stored.reduce((sum, { answer }) => sum + bytesOfOperation(answer), 0)
  }
  if (bytes > 0) await addOperationBytes(tx, listId, bytes)
}

const insertOperations = preparedForRows(
  operations,
  (db, rows) =>
    db
      .insert(operations)
      .values(rows)
      .onConflictDoNothing()
      .returning({ answer: operations.answer })
      .prepare(),
  ['id', 'listId', 'answer', 'createdAt'],
)

const answerOf = prepared((db) =>
  db
    .select({ answer: operations.answer })
    .from(operations)
    .where(eq(operations.id, sql.placeholder('key')))
    .prepare(),
)

export async function mergedInto(db: Db, id: string): Promise<Merged | undefined> {
  const row = await answerOf(db).get({ key: keyOf(id) })
  if (!row?.answer) return undefined
  const answer: Answer = JSON.parse(row.answer)
  return { id, ...answer }
}

/** An amount that was added is taken away once. */
export async function forgetAdded(tx: Db, listId: string, { id, ...added }: Merged): Promise<void> {
  const [before, answer] = [added, { ...added, change: null }].map((one) => JSON.stringify(one))
  await tx
    .update(operations)
    .set({ answer })
    .where(eq(operations.id, keyOf(id)))
    .run()
  await addOperationBytes(tx, listId, bytesOfOperation(answer ?? null) - bytesOfOperation(before ?? null))
}
