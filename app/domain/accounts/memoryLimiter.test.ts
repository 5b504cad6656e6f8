import { describe, expect, test } from 'vitest'
import { DomainError } from '#app/domain/errors.ts'
import type { RateLimit } from '#app/domain/limitsAndLifetimes.ts'
import { createMemoryLimiter, createUserLimits } from './memoryLimiter.ts'

const TWICE: RateLimit = { name: 'test', max: 2, window: 60_000 }
const refusal = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  return undefined
}

describe('a limit in memory', () => {
  test('refuses requests above the limit, then resets', () => {
    const limiter = createMemoryLimiter(TWICE)
    limiter.consume('ada', 0)
    limiter.consume('ada', 1)
    expect(refusal(() => limiter.consume('ada', 30_000))).toMatchObject({ status: 429, retryAfter: 30 })
    limiter.consume('bob', 30_000)
    limiter.consume('ada', 60_000)
  })

  test('a user can read 600 times and write 120 times a minute', () => {
    const limits = createUserLimits()
    for (let n = 0; n < 600; n++) limits.consumeRequest('ada', 'GET')
    for (let n = 0; n < 120; n++) limits.consumeRequest('ada', 'POST')
    expect(refusal(() => limits.consumeRequest('ada', 'GET'))?.status).toBe(429)
    expect(refusal(() => limits.consumeRequest('ada', 'DELETE'))?.status).toBe(429)
    limits.consumeRequest('bob', 'GET')
  })
})
