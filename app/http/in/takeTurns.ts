import type { NextFunction, RequestHandler, Response } from 'express'
import type { Services } from '#app/services.ts'
import { bearerToken, sessionOf } from './auth.ts'

interface Waiting {
  res: Response
  next: NextFunction
}

/**
 * Of each session, API token or link, one request starts in a turn of the event loop: SQLite answers at once, so that
 * sixty would be handled in a row, and everybody else would wait for all of them.
 */
export function takeTurns(services: Pick<Services, 'config'>): RequestHandler {
  const queues = new Map<string, Waiting[]>()

  function startNext(key: string) {
    const queue = queues.get(key)
    let first = queue?.shift()
    while (first?.res.closed) first = queue?.shift()
    if (!first) return queues.delete(key)
    setImmediate(startNext, key)
    first.next()
  }

  return (req, res, next) => {
    const key = bearerToken(req.headers) ?? sessionOf(services, req.headers) ?? linkOf(req.path)
    const queue = key && queues.get(key)
    if (queue) return void queue.push({ res, next })
    if (key) {
      queues.set(key, [])
      setImmediate(startNext, key)
    }
    next()
  }
}

const linkOf = (path: string) => /^\/s\/([^/.]+)/.exec(path)?.[1]
