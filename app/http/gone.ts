import type { ServerResponse } from 'node:http'

/**
 * Aborted when the client has left, or has its response. Finished or not: Remix keeps everything it sent until
 * its timer fires unless it hears this, and the next in line waits for it.
 */
export function goneSignal(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  // The client may have left before anybody asked.
  if (res.destroyed) gone.abort()
  else res.once('close', () => gone.abort())
  return gone.signal
}
