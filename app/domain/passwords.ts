import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import { DomainError } from './errors.ts'
import { MINUTE } from './time.ts'

export const COST = 11
/** bcrypt looks at 72 bytes and silently drops the rest; what is longer must never match. */
export const LONGEST = 72
/** About seven seconds of work for one thread: whoever comes later should rather try again. */
const LONGEST_QUEUE = 50

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time when there is no hash, so that it does not tell who has an account. */
  matches(password: string, hash: string | undefined): Promise<boolean>
  /** Whether a hash was made with less work than is usual now. */
  isWeak(hash: string): boolean
  /** How many wait for a thread. */
  waiting(): number
  close(): Promise<void>
}

// Beside this file in the source and beside the bundle when built.
const WORKER = fileURLToPath(new URL('./passwordWorker.mjs', import.meta.url))

export function createPasswords({ cost = COST, maxQueue = LONGEST_QUEUE } = {}): Passwords {
  const pool = new Tinypool({
    filename: WORKER,
    minThreads: 0,
    // One core is left to those who are only reading.
    maxThreads: Math.min(4, Math.max(1, availableParallelism() - 1)),
    maxQueue,
    idleTimeout: MINUTE,
    // The thread needs none of the server's secrets.
    env: {},
  })
  const nobody = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`

  function run<T>(name: 'hash' | 'matches', task: object): Promise<T> {
    if (pool.queueSize >= maxQueue) {
      throw new DomainError('server-busy', {}, { retryAfter: 5 })
    }
    return pool.run(task, { name })
  }

  return {
    hash: async (password) => run<string>('hash', { password, cost }),
    matches: async (password, hash) => {
      const usable = Buffer.byteLength(password) <= LONGEST && !password.includes('\0')
      const same = await run<boolean>('matches', { password, hash: usable && hash ? hash : nobody })
      return same && usable && hash !== undefined
    },
    isWeak: (hash) => Number(hash.slice(4, 6)) < cost,
    waiting: () => pool.queueSize,
    close: () => pool.destroy(),
  }
}
