import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Services } from '#app/services.server.ts'
import { rateLimits } from '#db/schema.ts'
import { DomainError } from './errors.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** No window is longer, so older rows are of no use. */
const LONGEST_WINDOW = 24 * HOUR

export interface Limit {
  name: string
  max: number
  window: number
  /** What the refused person is told, before being told how long to wait. */
  sentence?: string
}

type Db = Services['db']
type Taken = { allowed: true } | { allowed: false; limit: Limit; retryAfter: number }

export const LIMITS = {
  loginByAddress: { name: 'login', max: 10, window: 3 * MINUTE },
  failuresByAccount: {
    name: 'login-failures',
    max: 10,
    window: 15 * MINUTE,
    sentence: 'That did not work too many times for this account. Resetting the password helps at once.',
  },
  registerByAddress: { name: 'register', max: 5, window: HOUR },
  forgotByAddress: { name: 'forgot', max: 10, window: HOUR },
  tokensByAddress: { name: 'tokens', max: 20, window: 15 * MINUTE },
  resetMailsByAccount: { name: 'mail-reset', max: 3, window: HOUR },
  verifyMailsByAccount: { name: 'mail-verify', max: 3, window: HOUR },
  takenMailsByAccount: { name: 'mail-taken', max: 3, window: HOUR },
  uploadsByUser: {
    name: 'uploads',
    max: 30,
    window: HOUR,
    sentence: 'You have sent many photos in the last hour.',
  },
} satisfies Record<string, Limit>

// Kept in the database: these counts survive a restart. A window opens with its first attempt.

function keyOf(limit: Limit, who: string): string {
  // Hashed, so that the table does not collect addresses of people and machines.
  return `${limit.name}:${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`
}

/** Counts one attempt inside a unit of work; says whether it may go on. */
export function takeIn(tx: Db, limit: Limit, who: string, now = Date.now()): Taken {
  const key = keyOf(limit, who)
  const open = tx
    .select()
    .from(rateLimits)
    // One from the future was opened by a wrong clock; it must not lock anybody out until then.
    .where(
      and(eq(rateLimits.key, key), gt(rateLimits.window, now - limit.window), lte(rateLimits.window, now)),
    )
    .get()
  if (open && open.count >= limit.max) {
    return { allowed: false, limit, retryAfter: Math.ceil((open.window + limit.window - now) / SECOND) }
  }
  tx.insert(rateLimits)
    .values({ key, window: open?.window ?? now, count: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.window],
      set: { count: sql`${rateLimits.count} + 1` },
    })
    .run()
  tx.delete(rateLimits)
    .where(lt(rateLimits.window, now - LONGEST_WINDOW))
    .run()
  return { allowed: true }
}

/** Counts one attempt against each limit; refuses when one of them is used up. */
export async function takeFrom(services: Services, ...wanted: [limit: Limit, who: string][]): Promise<void> {
  const taken = await services.write((tx) => wanted.map(([limit, who]) => takeIn(tx, limit, who)))
  for (const result of taken) if (!result.allowed) throw tooMany(result.limit, result.retryAfter)
}

/** An attempt that turned out not to count. */
export function giveBackIn(tx: Db, limit: Limit, who: string): void {
  tx.update(rateLimits)
    .set({ count: sql`max(0, ${rateLimits.count} - 1)` })
    .where(eq(rateLimits.key, keyOf(limit, who)))
    .run()
}

export function clearIn(tx: Db, limit: Limit, who: string): void {
  tx.delete(rateLimits)
    .where(eq(rateLimits.key, keyOf(limit, who)))
    .run()
}

// Kept in memory: what every page counts must cost nothing.

export interface MemoryLimiter {
  take(who: string, now?: number): void
}

export function createMemoryLimiter(limit: Limit): MemoryLimiter {
  const windows = new Map<string, { since: number; count: number }>()
  let swept = 0

  function sweep(now: number) {
    if (now - swept < limit.window) return
    swept = now
    for (const [who, { since }] of windows) if (now - since >= limit.window) windows.delete(who)
  }

  return {
    take(who, now = Date.now()) {
      sweep(now)
      const open = windows.get(who)
      const isOpen = open && now >= open.since && now - open.since < limit.window
      if (!isOpen) return void windows.set(who, { since: now, count: 1 })
      if (open.count >= limit.max) {
        throw tooMany(limit, Math.ceil((open.since + limit.window - now) / SECOND))
      }
      open.count += 1
    },
  }
}

/** How much one user may ask of the server, whichever door he comes through. */
export function createUserLimits() {
  const reads = createMemoryLimiter({ name: 'reads', max: 600, window: MINUTE })
  const writes = createMemoryLimiter({ name: 'writes', max: 120, window: MINUTE })
  const exports = createMemoryLimiter({ name: 'exports', max: 10, window: HOUR })
  return {
    take: (userId: string, method: string) =>
      (method === 'GET' || method === 'HEAD' ? reads : writes).take(userId),
    takeExport: (userId: string) => exports.take(userId),
  }
}

function tooMany({ name, sentence = 'That was too much at once.' }: Limit, seconds: number) {
  return new DomainError('too-many', `${sentence} Please try again in ${inWords(seconds)}.`, {
    retryAfter: seconds,
    audit: { event: 'limited', limit: name },
  })
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

/** Who an address stands for: an IPv6 line is a /64, an IPv4 one written as IPv6 is itself. */
export function networkOf(address: string): string {
  const bare = address.split('%', 1)[0] ?? ''
  if (!isIPv6(bare)) return bare
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  if (mapped?.[1]) return mapped[1]
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const middle = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array<string>(middle).fill('0'), ...back]
  return `${groups.slice(0, 4).join(':')}::/64`
}
