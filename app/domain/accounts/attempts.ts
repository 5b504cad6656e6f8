import { isIPv6 } from 'node:net'
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import { deleteSome } from '#app/domain/deleteSome.ts'
import { DomainError, type ErrorCode } from '#app/domain/errors.ts'
import { sha256 } from '#app/domain/hash.ts'
import type { RateLimit } from '#app/domain/limitsAndLifetimes.ts'
import { DAY, SECOND } from '#app/domain/time.ts'
import type { Database, Db } from '#db/database.ts'
import { rateLimits } from '#db/schema.ts'

const MAX_WINDOW = DAY
/** Another server's clock, or a request that read the time first and the window last, can be a little behind. */
const BEHIND = 5 * SECOND

export type Attempt = readonly [limit: RateLimit, key: string]

export interface Exceeded {
  allowed: false
  limit: RateLimit
  retryAfter: number
}
export type Consumed = { allowed: true } | Exceeded

function storedKey({ name }: RateLimit, key: string): string {
  // Hashed, so that the table doesn't collect emails and addresses.
  return `${name}:${sha256(key, 'base64url').slice(0, 22)}`
}

async function openWindow(db: Db, limit: RateLimit, key: string, now: number) {
  // Windows in the future come from a wrong clock and must not lock anyone out.
  const isOpen = and(gt(rateLimits.window, now - limit.window), lte(rateLimits.window, now + BEHIND))
  const isOfKey = eq(rateLimits.key, storedKey(limit, key))
  return db.select().from(rateLimits).where(and(isOfKey, isOpen)).get()
}

export async function countAttempts(db: Db, limit: RateLimit, key: string, now = Date.now()) {
  return (await openWindow(db, limit, key, now))?.count ?? 0
}

export async function checkLimit(db: Db, limit: RateLimit, key: string, now = Date.now()) {
  return exceededIn(await openWindow(db, limit, key, now), limit, now)
}

function exceededIn(
  open: typeof rateLimits.$inferSelect | undefined,
  limit: RateLimit,
  now: number,
): Exceeded | undefined {
  if (!open || open.count < limit.max) return undefined
  return { allowed: false, limit, retryAfter: Math.ceil((open.window + limit.window - now) / SECOND) }
}

export async function tryConsume(tx: Db, limit: RateLimit, key: string, now = Date.now()): Promise<Consumed> {
  const open = await openWindow(tx, limit, key, now)
  const exceeded = exceededIn(open, limit, now)
  if (exceeded) return exceeded
  await tx
    .insert(rateLimits)
    .values({ key: storedKey(limit, key), window: open?.window ?? now, count: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.window],
      set: { count: sql`${rateLimits.count} + 1` },
    })
    .run()
  const isOver = lt(rateLimits.window, now - MAX_WINDOW)
  await deleteSome(tx, rateLimits, [rateLimits.key, rateLimits.window], isOver)
  return { allowed: true }
}

export async function tryConsumeAll(tx: Db, attempts: Attempt[]): Promise<Consumed> {
  for (const attempt of attempts) {
    const exceeded = await checkLimit(tx, ...attempt)
    if (exceeded) return exceeded
  }
  for (const attempt of attempts) await tryConsume(tx, ...attempt)
  return { allowed: true }
}

type Store = Pick<Database, 'db' | 'write'>

export async function consume(services: Store, attempt: Attempt): Promise<void> {
  await throwIfExceeded(services, attempt)
  const consumed = await services.write((tx) => tryConsume(tx, ...attempt))
  if (!consumed.allowed) throw limitError(consumed)
}

/** Doesn't wait for the writer: a flood of refused requests must not slow down others. */
export async function throwIfExceeded({ db }: Pick<Store, 'db'>, attempt: Attempt): Promise<void> {
  const exceeded = await checkLimit(db, ...attempt)
  if (exceeded) throw limitError(exceeded)
}

/** Nothing was done. All other failures count, because people can cause them on purpose. */
const BUSY: ErrorCode[] = ['server-busy', 'photos-busy', 'too-many-parallel-requests']

export async function refundIfBusy<T>(services: Store, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError && BUSY.includes(error.code)) {
      await services.write((tx) => refund(tx, ...attempt))
    }
    throw error
  }
}

export async function refund(tx: Db, limit: RateLimit, key: string, now = Date.now()): Promise<void> {
  await tx
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(
      and(
        eq(rateLimits.key, storedKey(limit, key)),
        gt(rateLimits.window, now - limit.window),
        gt(rateLimits.count, 0),
      ),
    )
    .run()
}

export async function resetLimit(tx: Db, limit: RateLimit, key: string): Promise<void> {
  await tx
    .delete(rateLimits)
    .where(eq(rateLimits.key, storedKey(limit, key)))
    .run()
}

export function limitError({ limit, retryAfter }: Exceeded): DomainError {
  const { name, max, error = 'too-many-requests' } = limit
  const audit = { event: 'limited', limit: name } as const
  return new DomainError(error, { max, seconds: retryAfter }, { retryAfter, audit })
}

/** An IPv6 user controls at least a /64, so limits count that network; IPv4 counts address by address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const ip = ipaddr.process(address)
  if (ip instanceof ipaddr.IPv4) return ip.toString()
  const network = ip.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
