import { eq, lt } from 'drizzle-orm'
import type { ListEvent } from '#app/domain/events.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { outcomes } from '#db/schema.ts'
import { DomainError } from './errors.ts'
import { sha256 } from './hash.ts'
import type { User } from './sessions.ts'
import { DAY } from './time.ts'

/** A request that says by a key of its own that it may be sent again. */
export interface Attempt {
  /** Of whom, where to and with which key. */
  id: string
  /** What it asks for: the same key must not stand for two wishes. */
  request: string
}

export function attemptOf(
  { userLimits }: Services,
  user: User,
  path: string,
  key: string,
  input: unknown,
): Attempt {
  userLimits.takeRepeatable(user.id)
  return { id: hashOf([user.id, path, key]), request: hashOf(input) }
}

function hashOf(value: unknown): string {
  return sha256(JSON.stringify(value))
}

/**
 * Does the work, and remembers in the same transaction what came of it: sent again within a day,
 * the attempt gets the same result and nothing is done, nor told, a second time.
 */
export function onceIn<R extends { event?: ListEvent | undefined }>(
  tx: Db,
  user: User,
  attempt: Attempt | undefined,
  work: () => R,
): R {
  if (!attempt) return work()
  const known = outcomeOf<R>(tx, attempt)
  if (known) return known
  const done = work()
  const { event: _, ...result } = done
  const now = Date.now()
  tx.delete(outcomes)
    .where(lt(outcomes.createdAt, now - DAY))
    .run()
  tx.insert(outcomes)
    .values({ ...attempt, userId: user.id, result: JSON.stringify(result), createdAt: now })
    .run()
  return done
}

/** What came of an earlier attempt, without its event. */
export function outcomeOf<R>(db: Db, { id, request }: Attempt): R | undefined {
  const known = db.select().from(outcomes).where(eq(outcomes.id, id)).get()
  if (!known || known.createdAt < Date.now() - DAY) return undefined
  if (known.request !== request) throw new DomainError('idempotency-key-reused')
  return JSON.parse(known.result) as R
}
