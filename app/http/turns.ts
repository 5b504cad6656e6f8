import { DomainError } from '#app/domain/errors.ts'

const MOST_WAITING = 20

/**
 * Heavy work, one at a time for each person: somebody with twelve open pages of a very long list waits for
 * themselves, and everybody else is served in between.
 */
export function createTurns(mostWaiting = MOST_WAITING) {
  const lines = new Map<string, (() => void)[]>()

  function next(who: string) {
    const waiting = lines.get(who)
    const first = waiting?.shift()
    if (first) first()
    else lines.delete(who)
  }

  return {
    /** Resolves when it is this person's turn. The turn ends with the signal: the response is sent or given up. */
    async take(who: string, over: AbortSignal): Promise<void> {
      over.throwIfAborted()
      const waiting = lines.get(who)
      if (waiting && waiting.length >= mostWaiting) {
        throw new DomainError(
          'too-many',
          'Too many of your pages are loading at once. Try again in a moment.',
          {
            retryAfter: 2,
          },
        )
      }
      if (!waiting) lines.set(who, [])
      else await new Promise<void>((resolve) => waiting.push(resolve))
      // Whoever left while waiting passes the turn on.
      if (over.aborted) next(who)
      else over.addEventListener('abort', () => next(who), { once: true })
      over.throwIfAborted()
    },
  }
}

export type Turns = ReturnType<typeof createTurns>
