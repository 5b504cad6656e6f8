import { DomainError } from './errors.ts'

const MOST_WAITING = 20
/** Shorter than a connection may be silent, so that the response still says why. */
const LONGEST_WAIT = 20_000

interface Line {
  busy: number
  waiting: (() => void)[]
}

/**
 * Heavy work, so much at once for each person or address: somebody with twelve open pages of a very long list
 * waits for themselves, and everybody else is served in between.
 */
export function createTurns({ atOnce = 1, mostWaiting = MOST_WAITING, longestWait = LONGEST_WAIT } = {}) {
  const lines = new Map<string, Line>()

  function end(who: string, line: Line) {
    const next = line.waiting.shift()
    if (next) return next()
    line.busy -= 1
    if (line.busy === 0) lines.delete(who)
  }

  /** Resolves with how to end the turn; rejects when the line is too long or the client has left. */
  async function begin(who: string, over?: AbortSignal): Promise<() => void> {
    if (over?.aborted) throw givenUp()
    const line = lines.get(who) ?? { busy: 0, waiting: [] }
    lines.set(who, line)
    if (line.busy < atOnce) line.busy += 1
    else await waitIn(line, over)
    return () => end(who, line)
  }

  function waitIn({ waiting }: Line, over?: AbortSignal): Promise<void> {
    if (waiting.length >= mostWaiting) throw tooMany()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => leave(tooMany()), longestWait)
      const turn = () => {
        clearTimeout(timer)
        over?.removeEventListener('abort', left)
        resolve()
      }
      const left = () => leave(givenUp())
      function leave(why: DomainError) {
        clearTimeout(timer)
        over?.removeEventListener('abort', left)
        waiting.splice(waiting.indexOf(turn), 1)
        reject(why)
      }
      over?.addEventListener('abort', left)
      waiting.push(turn)
    })
  }

  return {
    /** Resolves when it is their turn, which ends with the signal. */
    async take(who: string, over: AbortSignal): Promise<void> {
      const done = await begin(who, over)
      if (over.aborted) done()
      else over.addEventListener('abort', done, { once: true })
    },

    /** Does the work when it is their turn. */
    async run<T>(who: string, work: () => Promise<T>): Promise<T> {
      const done = await begin(who)
      try {
        return await work()
      } finally {
        done()
      }
    },
  }
}

function tooMany() {
  return new DomainError('too-many-parallel-requests', {}, { retryAfter: 2 })
}

function givenUp() {
  return new DomainError('request-cancelled')
}

export type Turns = ReturnType<typeof createTurns>
