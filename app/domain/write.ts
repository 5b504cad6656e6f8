import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import type { List } from './access/access.ts'
import type { Actor } from './access/actors.ts'
import { DomainError } from './errors.ts'
import { type NewChange, record } from './history/changes.ts'
import type { WithChange } from './history/effects.ts'
import {
  findOperation,
  type Op,
  operationId,
  type Stored,
  storeAnswer,
  storeUnlessDone,
} from './operations.ts'

export interface Outcome<Result> {
  result: Result
  change?: NewChange
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
      const before = id && op.request === undefined && (await findOperation(tx).get({ id }))
      if (before) return { done: op.again(before.change) }
      throw error
    }
    const { request } = op ?? {}
    const before = id && (await storeUnlessDone(tx, id, { actor, request, listId: found.list?.id }))
    if (before) return { done: answerOf<Result, Again>(op, before) }
    const { result, change, trim } = await work(tx, found)
    const recorded = change && (await record(tx, actor, change))
    await trim?.(tx)
    const done = { ...result, change: recorded?.change ?? null }
    if (id) await storeAnswer(tx, id, request === undefined ? null : JSON.stringify(result), done.change)
    return { done, event: recorded?.event, after: () => after?.(result, found) }
  })
  if (committed.event) services.events.publish(committed.event)
  committed.after?.()
  return committed.done
}

export async function answerBefore<Result extends object>(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  op: Op,
): Promise<Done<Result> | undefined> {
  const before = await findOperation(db).get({ id: operationId(actor, op) })
  return before && answerOf<Result, never>(op, before)
}

function answerOf<Result extends object, Again>(op: Op<Again>, { request, answer, change }: Stored) {
  if (request !== (op.request ?? null)) throw new DomainError('idempotency-key-reused')
  if (answer === null) return op.again(change)
  const result: Result = JSON.parse(answer)
  return { ...result, change }
}
