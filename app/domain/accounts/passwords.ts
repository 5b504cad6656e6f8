import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import { DomainError } from '#app/domain/errors.ts'
import { MAX_PASSWORD_BYTES, MAX_WAITING_PASSWORDS } from '#app/domain/limitsAndLifetimes.ts'
import { MINUTE } from '#app/domain/time.ts'

const COST = 11

export type Passwords = ReturnType<typeof createPasswords>

// Next to this file in the source, and next to the bundle after the build.
const WORKER = fileURLToPath(new URL('./passwordWorker.mjs', import.meta.url))

export function createPasswords({ cost = COST, maxQueue = MAX_WAITING_PASSWORDS } = {}) {
  const pool = new Tinypool({
    filename: WORKER,
    minThreads: 0,
    maxThreads: Math.min(4, Math.max(1, availableParallelism() - 1)),
    maxQueue,
    idleTimeout: MINUTE,
    env: {},
  })
  const dummyHash = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`

  function run<T>(name: 'hash' | 'matches', task: object): Promise<T> {
    if (pool.queueSize >= maxQueue) throw new DomainError('server-busy', {}, { retryAfter: 5 })
    return pool.run(task, { name })
  }

  return {
    hash: async (password: string) => run<string>('hash', { password, cost }),
    /** Takes as long without a hash, so that the duration doesn't reveal which accounts exist. */
    matches: async (password: string, hash: string | undefined) => {
      const isValid = Buffer.byteLength(password) <= MAX_PASSWORD_BYTES && !password.includes('\0')
      const matches = await run<boolean>('matches', { password, hash: isValid && hash ? hash : dummyHash })
      return matches && isValid && hash !== undefined
    },
    isWeak: (hash: string) => Number(hash.slice(4, 6)) < cost,
    waiting: () => pool.queueSize,
    close: () => pool.destroy(),
  }
}
