import { and, eq, sql } from 'drizzle-orm'
import type { Services } from '#app/services.ts'
import { type Db, placeholders, placeholdersInSet, prepared, withDeleted } from '#db/database.ts'
import { changeItems, items, operations } from '#db/schema.ts'
import { type Actor, actorIdOf, type List, linkOrUserIdOf } from './access/access.ts'
import { DomainError } from './errors.ts'
import { sha256 } from './hash.ts'
import { type NewChange, record, type WithChange } from './history/changes.ts'
import { type Told, toldOf } from './history/things.ts'
import { addOperationBytes, bytesOfOperation } from './keptOperations.ts'

export interface Outcome<Result> {
  result: Result
  change?: NewChange
  /** To another list. */
  other?: NewChange
  /** Deletes for good what the change leaves no room for. */
  trim?(tx: Db): Promise<void>
}

interface Unit<Found, Result, Again> {
  actor: Actor
  op?: Op<Again> | undefined
  find(tx: Db): Promise<Found>
  /** May run more than once, so it only runs queries. */
  work(tx: Db, found: Found): Promise<Outcome<Result>>
  after?(result: Result, found: Found): void
}

export type Done<Result, Again = never> = (Result & WithChange) | Again

/** The one way to change lists: all or nothing, once, recorded, and published when it is durable. */
export async function write<Found extends { list?: Pick<List, 'id'> }, Result extends object, Again = never>(
  services: Pick<Services, 'write' | 'events'>,
  { actor, op, find, work, after }: Unit<Found, Result, Again>,
): Promise<Done<Result, Again>> {
  const id = op && operationId(actor, op)
  const committed = await services.write(async (tx) => {
    let found: Found
    try {
      found = await find(tx)
    } catch (error) {
      // Since it was done, somebody may have deleted the item or taken the right away. Kept answers need the right.
      const before = id && op.request === undefined && (await findOperation(tx, id))
      // Whoever may change the list may know what was deleted.
      const isTold = error instanceof DomainError && error.code === 'item-deleted'
      if (before) return { done: op.again(before.change, isTold ? before.items : []) }
      throw error
    }
    const { request } = op ?? {}
    const before = id && (await storeUnlessDone(tx, id, { actor, request, listId: found.list?.id }))
    if (before) return { done: answerOf<Result, Again>(op, before) }
    const { result, change, other, trim } = await work(tx, found)
    const answer = request === undefined ? null : JSON.stringify(result)
    const bytes = id && found.list ? bytesOfOperation(answer) : 0
    const isOfList = change?.listId === found.list?.id
    const recorded = change && (await record(tx, actor, change, isOfList ? bytes : 0))
    const paired = other && (await record(tx, actor, other))
    if (found.list && bytes > 0 && !isOfList) await addOperationBytes(tx, found.list.id, bytes)
    await trim?.(tx)
    const done = { ...result, change: recorded?.change ?? null }
    if (id) await storeResult(tx, id, answer, done.change)
    const events = [recorded?.event, paired?.event].filter((event) => event !== undefined)
    return { done, events, after: () => after?.(result, found) }
  })
  for (const event of committed.events ?? []) services.events.publish(event)
  committed.after?.()
  return committed.done
}

export async function answerBefore<Result extends object, Again = never>(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  op: Op<Again>,
): Promise<Done<Result, Again> | undefined> {
  const before = await findOperation(db, operationId(actor, op))
  return before && answerOf<Result, Again>(op, before)
}

function answerOf<Result extends object, Again>(op: Op<Again>, { request, answer, change, items }: Stored) {
  if (request !== (op.request ?? null)) throw new DomainError('idempotency-key-reused')
  if (answer === null) return op.again(change, items)
  const result: Result = JSON.parse(answer)
  return { ...result, change }
}

/** As the first time, as far as its change tells. */
export interface Repeated extends WithChange {
  isRepeated: true
  items: Told[]
}

export const isRepeated = (result: object): result is Repeated => 'isRepeated' in result

/** What it was about, if that isn't gone for good. */
export const itemIn = <T extends object>(result: T | Repeated): T | Told | undefined =>
  isRepeated(result) ? result.items[0] : result

/** Requests of an actor with the same key are one operation. */
export interface Op<Again = never> {
  key: readonly string[]
  /** The hash of the input. If it is set, the answer is kept, and the key is refused for other input. */
  request?: string
  again(change: string | null, items: Told[]): Again
}

/** Browsers keep what people do, send it later and maybe twice. */
export function outboxOp(op: string | undefined): Op<Repeated> | undefined {
  return op === undefined ? undefined : { key: [op], again }
}

const again = (change: string | null, items: Told[]): Repeated => ({ isRepeated: true, change, items })

type Limited = Pick<Services, 'userLimits'>

export function countKept({ userLimits }: Limited, actor: Actor): void {
  userLimits.consumeIdempotencyKey(linkOrUserIdOf(actor))
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
  sha256(JSON.stringify([linkOrUserIdOf(actor), ...key]))

export interface Stored {
  request: string | null
  answer: string | null
  change: string | null
  /** The items of the change that aren't gone for good. */
  items: Told[]
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
  return stored.changes > 0 ? undefined : findOperation(tx, id)
}

async function storeResult(tx: Db, id: string, answer: string | null, changeId: string | null) {
  if (answer !== null || changeId !== null) await updateOperation(tx).run({ id, answer, changeId })
}

async function findOperation(db: Db, id: string): Promise<Stored | undefined> {
  const rows = await operationRows(db).all({ id })
  const [first] = rows
  const items = rows.flatMap(({ item, effect }) => (item && effect ? [toldOf(item, effect)] : []))
  return first && { request: first.request, answer: first.answer, change: first.change, items }
}

const operationRows = prepared((db) =>
  db
    .select({
      request: operations.request,
      answer: operations.answer,
      change: operations.changeId,
      effect: changeItems,
      item: items,
    })
    .from(operations)
    .leftJoin(changeItems, eq(changeItems.changeId, operations.changeId))
    .leftJoin(items, and(eq(items.id, changeItems.itemId), withDeleted(items)))
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
