import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { networkOf } from '#app/domain/accounts/attempts.ts'
import type { Services } from '#app/services.ts'
import { bearerToken, sessionOf } from './auth.ts'

interface Waiting {
  res: Response
  next: NextFunction
}

/** Ms. A turn that takes longer is followed by a pause. */
const SHORT = 2
/** Long enough after a turn for others to be done in between. */
const PAUSE = 3

/**
 * Of each session, API token, or link and network, one request starts in a turn of the event loop, and the next one after a pause:
 * SQLite answers at once, so that sixty would be handled in a row, and everybody else would wait for all of them.
 */
export function takeTurns(services: Pick<Services, 'config'>): RequestHandler {
  const queues = new Map<string, Waiting[]>()

  function start(key: string, { next }: Pick<Waiting, 'next'>) {
    const since = performance.now()
    setImmediate(() => {
      const took = performance.now() - since
      if (took < SHORT || queues.get(key)?.length === 0) startNext(key)
      else setTimeout(startNext, PAUSE * took, key)
    })
    next()
  }

  function startNext(key: string) {
    const queue = queues.get(key)
    let first = queue?.shift()
    while (first?.res.closed) first = queue?.shift()
    if (first) start(key, first)
    else queues.delete(key)
  }

  return (req, res, next) => {
    const key = turnOfLink(req, res) ?? bearerToken(req.headers) ?? sessionOf(services, req.headers)
    if (!key) return next()
    const queue = queues.get(key)
    if (queue) return void queue.push({ res, next })
    queues.set(key, [])
    start(key, { next })
  }
}

/** A guest's session doesn't count here: they could send another one each time. */
function turnOfLink({ path }: Request, { locals }: Response): string | undefined {
  const [, token] = /^\/s\/([^/.]+)/.exec(path) ?? []
  return token && `${decodeURIComponent(token)} ${networkOf(locals.address)}`
}
