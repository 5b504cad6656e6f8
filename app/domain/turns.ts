import { DomainError } from './errors.ts'

const MOST_WAITING = 20

/**
 * Heavy work, one at a time for each person or address: somebody with twelve open pages of a very long list
 * waits for themselves, and everybody else is served in between.
 */
export function createTurns(mostWaiting = MOST_WAITING) {
  const lines = new Map<string, (() => void)[]>()

  function next(who: string) {
    const waiting = lines.get(who)
    const first = waiting?.shift()
    if (first) first()
    else lines.delete(who)
  }

  async function begin(who: string) {
    const waiting = lines.get(who)
    if (!waiting) return void lines.set(who, [])
    if (waiting.length >= mostWaiting) {
      throw new DomainError('too-many', 'Too many requests at once. Try again in a moment.', {
        retryAfter: 2,
      })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  return {
    /** Resolves when it is their turn. The turn ends with the signal: the response is sent or given up. */
    async take(who: string, over: AbortSignal): Promise<void> {
      if (over.aborted) throw givenUp()
      await begin(who)
      // A client that left while waiting passes the turn on.
      if (over.aborted) {
        next(who)
        throw givenUp()
      }
      over.addEventListener('abort', () => next(who), { once: true })
    },

    /** Does the work when it is their turn. */
    async run<T>(who: string, work: () => Promise<T>): Promise<T> {
      await begin(who)
      try {
        return await work()
      } finally {
        next(who)
      }
    },
  }
}

function givenUp() {
  return new DomainError('conflict', 'This request was given up.')
}

export type Turns = ReturnType<typeof createTurns>
