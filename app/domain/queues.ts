import { setImmediate as nextTurn } from 'node:timers/promises'
import { DomainError } from './errors.ts'
import { MAX_WAITING_PAGES } from './limitsAndLifetimes.ts'
import { SECOND } from './time.ts'

/** Shorter than a connection may stay silent, so that the client still gets the error. */
const TIMEOUT = 20 * SECOND

const MAX_REST = 300

interface Queue {
  running: number
  waiting: (() => void)[]
}

/**
 * One queue per user or network: twelve tabs of a very long list only wait for each other. If it rests, a key gets a third
 * of the time, so that others come between two of its requests.
 */
export function createQueues({
  concurrency = 1,
  maxWaiting = MAX_WAITING_PAGES,
  timeout = TIMEOUT,
  full = tooManyRequests,
  rests = false,
} = {}) {
  const queues = new Map<string, Queue>()

  function release(key: string, queue: Queue, since: number) {
    if (rests) setTimeout(startNext, Math.min(2 * (performance.now() - since), MAX_REST), key, queue)
    else if (queue.waiting.length > 0) setImmediate(startNext, key, queue)
    else end(key, queue)
  }

  function startNext(key: string, queue: Queue) {
    const next = queue.waiting.shift()
    if (next) next()
    else end(key, queue)
  }

  function end(key: string, queue: Queue) {
    queue.running -= 1
    if (queue.running === 0) queues.delete(key)
  }

  /** Resolves with the function that releases the slot. Rejects if the queue is full, on a timeout or when aborted. */
  async function acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw cancelled()
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < concurrency) {
      queue.running += 1
      // Without a turn, of requests that arrive at once, each would be done before the next looks for a place.
      await nextTurn()
    } else await waitIn(queue, signal)
    const since = performance.now()
    return () => release(key, queue, since)
  }

  function waitIn({ waiting }: Queue, signal?: AbortSignal): Promise<void> {
    if (waiting.length >= maxWaiting) throw full()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => leave(full()), timeout)
      const start = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      const abort = () => leave(cancelled())
      function leave(reason: DomainError) {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        waiting.splice(waiting.indexOf(start), 1)
        reject(reason)
      }
      signal?.addEventListener('abort', abort)
      waiting.push(start)
    })
  }

  return {
    async take(key: string, signal: AbortSignal): Promise<void> {
      const done = await acquire(key, signal)
      if (signal.aborted) done()
      else signal.addEventListener('abort', done, { once: true })
    },

    async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const done = await acquire(key, signal)
      try {
        return await work()
      } finally {
        done()
      }
    },
  }
}

function tooManyRequests(): DomainError {
  return new DomainError('too-many-parallel-requests', {}, { retryAfter: 2 })
}

function cancelled() {
  return new DomainError('request-cancelled')
}

export type Queues = ReturnType<typeof createQueues>
