import { RATE_LIMITS, type RateLimit } from '#app/domain/limitsAndLifetimes.ts'
import { SECOND } from '#app/domain/time.ts'
import { limitError } from './attempts.ts'

export function createMemoryLimiter(limit: RateLimit) {
  const windows = new Map<string, { since: number; count: number }>()
  let lastSweep = 0

  function sweep(now: number) {
    if (now - lastSweep < limit.window) return
    lastSweep = now
    for (const [key, { since }] of windows) if (now - since >= limit.window) windows.delete(key)
  }

  return {
    consume(key: string, now = Date.now()) {
      sweep(now)
      const open = windows.get(key)
      const isOpen = open && now >= open.since && now - open.since < limit.window
      if (!isOpen) return void windows.set(key, { since: now, count: 1 })
      if (open.count >= limit.max) {
        const retryAfter = Math.ceil((open.since + limit.window - now) / SECOND)
        throw limitError({ allowed: false, limit, retryAfter })
      }
      open.count += 1
    },
  }
}

export type UserLimits = ReturnType<typeof createUserLimits>

export function createUserLimits() {
  const reads = createMemoryLimiter(RATE_LIMITS.readsByUser)
  const writes = createMemoryLimiter(RATE_LIMITS.writesByUser)
  const exports = createMemoryLimiter(RATE_LIMITS.exportsByUser)
  const idempotencyKeys = createMemoryLimiter(RATE_LIMITS.idempotencyKeysByUser)
  return {
    consumeRequest: (userId: string, method: string) =>
      (method === 'GET' || method === 'HEAD' ? reads : writes).consume(userId),
    consumeExport: (userId: string) => exports.consume(userId),
    consumeIdempotencyKey: (userId: string) => idempotencyKeys.consume(userId),
  }
}
