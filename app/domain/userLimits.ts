import { type Limit, tooMany } from './rateLimits.ts'
import { DAY, HOUR, MINUTE, SECOND } from './time.ts'

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
        const retryAfter = Math.ceil((open.since + limit.window - now) / SECOND)
        throw tooMany({ allowed: false, limit, retryAfter })
      }
      open.count += 1
    },
  }
}

export type UserLimits = ReturnType<typeof createUserLimits>

/** How much one user may ask of the server: pages, API and socket count together. */
export function createUserLimits() {
  const reads = createMemoryLimiter({ name: 'reads', max: 600, window: MINUTE })
  const writes = createMemoryLimiter({ name: 'writes', max: 120, window: MINUTE })
  const exports = createMemoryLimiter({ name: 'exports', max: 10, window: HOUR })
  // What came of each is kept for a day.
  const repeatable = createMemoryLimiter({ name: 'keys', max: 10_000, window: DAY })
  return {
    take: (userId: string, method: string) =>
      (method === 'GET' || method === 'HEAD' ? reads : writes).take(userId),
    takeExport: (userId: string) => exports.take(userId),
    takeRepeatable: (userId: string) => repeatable.take(userId),
  }
}
