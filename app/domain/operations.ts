import { and, eq, like, sql } from 'drizzle-orm'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { operations } from '#db/schema.ts'
import { type Actor, actorIdOf, readerIdOf } from './access/actors.ts'
import { DomainError } from './errors.ts'
import { sha256 } from './hash.ts'
import type { WithChange } from './history/effects.ts'
import { placeholders, placeholdersInSet } from './placeholders.ts'

export interface Repeated extends WithChange {
  isRepeated: true
}

export const isRepeated = (result: object): result is Repeated => 'isRepeated' in result

/** Requests of an actor with the same key are one operation. */
export interface Op<Again = never> {
  key: readonly string[]
  /** The hash of the input. If it is set, the answer is kept, and the key is refused for other input. */
  request?: string
  again(change: string | null): Again
}

/** Browsers keep what people do, send it later and maybe twice, and only need to know the change. */
export function outboxOp(op: string | undefined): Op<Repeated> | undefined {
  return op === undefined ? undefined : { key: [op], again }
}

const again = (change: string | null): Repeated => ({ isRepeated: true, change })

type Limited = Pick<Services, 'userLimits'>

export function countKept({ userLimits }: Limited, actor: Actor): void {
  userLimits.consumeIdempotencyKey(readerIdOf(actor))
}

export function answeredOp(services: Limited, actor: Actor, key: readonly string[], input: unknown = key) {
  countKept(services, actor)
  return {
    key,
    request: sha256(JSON.stringify(input)),
    again() {
      // The answer was about something that was deleted for good.
      throw new DomainError('item-not-found')
    },
  }
}

/** With other input, a form is another operation: people go back and change what they typed. */
export function formOp(services: Limited, actor: Actor, id: string | undefined, act: string, input: unknown) {
  return id === undefined ? undefined : answeredOp(services, actor, [act, id, JSON.stringify(input)])
}

export function formOrOutboxOp(
  services: Limited,
  actor: Actor,
  { op, id }: { op: string | undefined; id: string | undefined },
  act: string,
  input: unknown,
): Op<Repeated> | undefined {
  const form = op === undefined ? formOp(services, actor, id, act, input) : undefined
  return form ? { ...form, again } : outboxOp(op)
}

export const operationId = (actor: Actor, { key }: Pick<Op, 'key'>) =>
  sha256(JSON.stringify([readerIdOf(actor), ...key]))

export interface Stored {
  request: string | null
  answer: string | null
  change: string | null
}

/** Without a query first, which on PostgreSQL would conflict with other new operations. */
export async function storeUnlessDone(
  tx: Db,
  id: string,
  { actor, request, listId }: { actor: Actor; request?: string | undefined; listId?: string | undefined },
): Promise<Stored | undefined> {
  const stored = await insertOperation(tx).run({
    id,
    // Kept answers go with the account.
    userId: (request !== undefined && actorIdOf(actor)) || null,
    listId: listId ?? null,
    request: request ?? null,
    createdAt: Date.now(),
  })
  return stored.changes > 0 ? undefined : findOperation(tx).get({ id })
}

export async function storeAnswer(tx: Db, id: string, answer: string | null, change: string | null) {
  if (answer !== null || change !== null) await updateOperation(tx).run({ id, answer, changeId: change })
}

export const findOperation = prepared((db) =>
  db
    .select({ request: operations.request, answer: operations.answer, change: operations.changeId })
    .from(operations)
    .where(eq(operations.id, sql.placeholder('id')))
    .prepare(),
)

const insertOperation = prepared((db) =>
  db
    .insert(operations)
    .values(placeholders('id', 'userId', 'listId', 'request', 'createdAt'))
    .onConflictDoNothing()
    .prepare(),
)

const updateOperation = prepared((db) =>
  db
    .update(operations)
    .set(placeholdersInSet('changeId', 'answer'))
    .where(eq(operations.id, sql.placeholder('id')))
    .prepare(),
)

export async function forgetAnswers(tx: Db, listId: string, itemId: string): Promise<void> {
  await tx
    .update(operations)
    .set({ answer: null })
    .where(and(eq(operations.listId, listId), like(operations.answer, `%${itemId}%`)))
    .run()
}
