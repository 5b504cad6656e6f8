import type { RequestHandler } from 'express'
import type { Services } from '#app/services.ts'
import { bearerToken, sessionOf } from './auth.ts'

/** Only a few requests of a session, API token or link are handled at once, so that others come between them. */
export function takeTurns(services: Services): RequestHandler {
  return (req, res, next) => {
    const key = bearerToken(req.headers) ?? sessionOf(services, req.headers) ?? linkOf(req.path)
    if (!key) return next()
    const closed = new AbortController()
    res.once('close', () => closed.abort())
    services.requestQueue.take(key, closed.signal).then(() => next(), next)
  }
}

const linkOf = (path: string) => /^\/s\/([^/.]+)/.exec(path)?.[1]
