import type { ServerResponse } from 'node:http'
import type { Response } from 'express'

/** Shared, because `abort()` without a reason creates an error with a stack, which takes about 35 µs. */
export const CLOSED = new DOMException('The response is closed.', 'AbortError')

export function closeSignal(res: ServerResponse): AbortSignal {
  const closed = new AbortController()
  if (res.destroyed) closed.abort(CLOSED)
  else res.once('close', () => closed.abort(CLOSED))
  return closed.signal
}

export async function drained(res: Response): Promise<void> {
  // Its pace is the client's, which compression would hide.
  res.locals.isStream = true
  if (!res.writableNeedDrain) return
  await new Promise<void>((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done)
      resolve()
    }
    res.on('drain', done).on('close', done)
  })
}
