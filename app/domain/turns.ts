import { DomainError } from './errors.ts'

const MOST_WAITING = 8

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * One picture at a time: decoding takes a processor and up to a few hundred megabytes, and both
 * belong to the whole process, so this queue does too.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting > MOST_WAITING) {
    throw new DomainError('busy', 'Larder is busy with other photos. Please try again in a moment.', {
      retryAfter: 5,
    })
  }
  waiting += 1
  const mine = last.then(work).finally(() => {
    waiting -= 1
  })
  last = mine.catch(() => {})
  return mine
}
