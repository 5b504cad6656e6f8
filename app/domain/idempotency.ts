import { eq, lt } from 'drizzle-orm'
import type { User } from '#app/domain/access/actors.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { outcomes } from '#db/schema.ts'
import { DomainError } from './errors.ts'
import type { ListEvent } from './events.ts'
import { sha256 } from './hash.ts'
import { DAY } from './time.ts'

/** A request with an idempotency key: if it is sent again, nothing is done twice. */
export interface IdempotentRequest {
  /** Hash of the user, the path and the key. */
  id: string
  userId: string
  /** Hash of the input: a key can't be reused for another request. */
  request: string
}

export function idempotentRequest(
  { userLimits }: Pick<Services, 'userLimits'>,
  user: User,
  path: string,
  key: string,
  input: unknown,
): IdempotentRequest {
  userLimits.consumeIdempotencyKey(user.id)
  return { userId: user.id, id: hashJson([user.id, path, key]), request: hashJson(input) }
}

function hashJson(value: unknown): string {
  return sha256(JSON.stringify(value))
}

/**
 * Does the work and stores its result in the same transaction. If the request is repeated within a day,
 * returns that result, without the event, instead of doing the work again.
 */
export async function runOnce<R extends object>(
  tx: Db,
  request: IdempotentRequest | undefined,
  work: () => Promise<R>,
): Promise<R> {
  if (!request) return work()
  const stored = await storedResult<R>(tx, request)
  if (stored) return stored
  const done = await work()
  const { event: _, ...result }: R & { event?: ListEvent | undefined } = done
  const now = Date.now()
  await tx
    .delete(outcomes)
    .where(lt(outcomes.createdAt, now - DAY))
    .run()
  await tx
    .insert(outcomes)
    .values({ ...request, result: JSON.stringify(result), createdAt: now })
    .run()
  return done
}

/** The result of the same request sent earlier. */
export async function storedResult<R>(db: Db, { id, request }: IdempotentRequest): Promise<R | undefined> {
  const row = await db.select().from(outcomes).where(eq(outcomes.id, id)).get()
  if (!row || row.createdAt < Date.now() - DAY) return undefined
  if (row.request !== request) throw new DomainError('idempotency-key-reused')
  return JSON.parse(row.result) as R
}
