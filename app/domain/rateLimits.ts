import { isIPv6 } from 'node:net'
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { rateLimits } from '#db/schema.ts'
import { DomainError } from './errors.ts'
import { sha256 } from './hash.ts'
import { DAY, HOUR, MINUTE, SECOND } from './time.ts'
import { TOKEN_LIFE } from './tokens.ts'

/** No window is longer, so older rows are of no use. */
const LONGEST_WINDOW = DAY

export interface Limit {
  name: string
  max: number
  window: number
  /** The code of a refusal, where it is not 'too-many-requests'. */
  error?: 'account-locked' | 'photo-limit-reached' | 'recipe-limit-reached'
}

interface Refused {
  allowed: false
  limit: Limit
  retryAfter: number
}
type Taken = { allowed: true } | Refused

export const LIMITS = {
  /** Right or wrong: each costs a slow comparison, and a household shares an address. */
  signInsByAddress: { name: 'sign-ins', max: 50, window: 3 * MINUTE },
  failuresByAddress: { name: 'login', max: 10, window: 3 * MINUTE },
  /** Of one account from one address: half of what locks the account, so that nobody locks it alone. */
  failuresFromAddress: { name: 'login-failures-here', max: 10, window: 15 * MINUTE, error: 'account-locked' },
  failuresByAccount: { name: 'login-failures', max: 20, window: 15 * MINUTE, error: 'account-locked' },
  // The same for a password that is compared although its address has used up its failures: counted apart,
  // and only for accounts that exist, because nobody can tell from outside.
  lateFromAddress: { name: 'login-late-here', max: 1, window: 15 * MINUTE },
  lateByAccount: { name: 'login-late', max: 20, window: 15 * MINUTE },
  /** Of somebody signed in who must type the password again. */
  passwordChecksByUser: { name: 'password-checks', max: 10, window: 15 * MINUTE },
  registerByAddress: { name: 'register', max: 5, window: HOUR },
  forgotByAddress: { name: 'forgot', max: 10, window: HOUR },
  tokensByAddress: { name: 'tokens', max: 20, window: 15 * MINUTE },
  // As long as their links live: while no more are sent, those that were sent still work.
  resetMailsFromAddress: { name: 'mail-reset-here', max: 3, window: TOKEN_LIFE.reset },
  resetMailsByAccount: { name: 'mail-reset', max: 6, window: TOKEN_LIFE.reset },
  verifyMailsByAccount: { name: 'mail-verify', max: 3, window: HOUR },
  takenMailsByAccount: { name: 'mail-taken', max: 3, window: HOUR },
  uploadsByUser: { name: 'uploads', max: 30, window: HOUR, error: 'photo-limit-reached' },
} satisfies Record<string, Limit>

// Kept in the database: these counts survive a restart. A window opens with its first attempt.

function keyOf(limit: Limit, who: string): string {
  // Hashed, so that the table does not collect addresses of people and machines.
  return `${limit.name}:${sha256(who, 'base64url').slice(0, 22)}`
}

export type Wanted = readonly [limit: Limit, who: string]

function openWindow(db: Db, limit: Limit, who: string, now: number) {
  return (
    db
      .select()
      .from(rateLimits)
      // One from the future was opened by a wrong clock; it must not lock anybody out until then.
      .where(
        and(
          eq(rateLimits.key, keyOf(limit, who)),
          gt(rateLimits.window, now - limit.window),
          lte(rateLimits.window, now),
        ),
      )
      .get()
  )
}

/** How many attempts count at the moment. */
export function countIn(db: Db, limit: Limit, who: string, now = Date.now()): number {
  return openWindow(db, limit, who, now)?.count ?? 0
}

/** Why another attempt would be refused; counts nothing. */
export function refusalIn(db: Db, limit: Limit, who: string, now = Date.now()): Refused | undefined {
  const open = openWindow(db, limit, who, now)
  if (!open || open.count < limit.max) return undefined
  return { allowed: false, limit, retryAfter: Math.ceil((open.window + limit.window - now) / SECOND) }
}

/** Counts one attempt inside a unit of work; says whether it may go on. */
export function takeIn(tx: Db, limit: Limit, who: string, now = Date.now()): Taken {
  const refused = refusalIn(tx, limit, who, now)
  if (refused) return refused
  const open = openWindow(tx, limit, who, now)
  tx.insert(rateLimits)
    .values({ key: keyOf(limit, who), window: open?.window ?? now, count: 1 })
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

/** Counts one attempt against all of these limits, or against none when one of them refuses. */
export function takeAllIn(tx: Db, wanted: Wanted[]): Taken {
  for (const [limit, who] of wanted) {
    const refused = refusalIn(tx, limit, who)
    if (refused) return refused
  }
  for (const [limit, who] of wanted) takeIn(tx, limit, who)
  return { allowed: true }
}

/**
 * Counts one attempt against each limit in turn and stops at the first that refuses, so that a refused
 * request never spends what belongs to somebody else. What the earlier limits counted stays counted.
 */
export async function takeFrom(services: Services, ...wanted: Wanted[]): Promise<void> {
  refuseAtOnce(services, wanted[0])
  const refused = await services.write((tx) => {
    for (const [limit, who] of wanted) {
      const taken = takeIn(tx, limit, who)
      if (!taken.allowed) return taken
    }
    return undefined
  })
  if (refused) throw tooMany(refused)
}

/** Does work that costs an attempt; a server that has no time for it costs none. */
export async function orGiveBack<T>(services: Services, taken: Wanted[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError && [429, 503].includes(error.status)) {
      await services.write((tx) => {
        for (const wanted of taken) giveBackIn(tx, ...wanted)
      })
    }
    throw error
  }
}

/** Without waiting for the writer: a flood of refused requests must cost nobody else anything. */
export function refuseAtOnce({ db }: Services, first: Wanted | undefined): void {
  const refused = first && refusalIn(db, ...first)
  if (refused) throw tooMany(refused)
}

/** An attempt that turned out not to count. */
export function giveBackIn(tx: Db, limit: Limit, who: string, now = Date.now()): void {
  tx.update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(
      and(
        eq(rateLimits.key, keyOf(limit, who)),
        gt(rateLimits.window, now - limit.window),
        gt(rateLimits.count, 0),
      ),
    )
    .run()
}

export function clearIn(tx: Db, limit: Limit, who: string): void {
  tx.delete(rateLimits)
    .where(eq(rateLimits.key, keyOf(limit, who)))
    .run()
}

export function tooMany({ limit, retryAfter }: Refused): DomainError {
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
