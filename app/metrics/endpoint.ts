import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { DomainError } from '#app/domain/errors.ts'
import type { Services } from '#app/services.server.ts'
import { bearerToken } from '#app/http/auth.ts'

const PATH = '/metrics'
/** What proxies say about those for whom they ask. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

/** For those who may read it; to others there is no such address, unless they could show a token. */
export function metricsEndpoint({ config, metrics }: Services): RequestHandler {
  const { METRICS_TOKEN: token, METRICS_LOOPBACK: loopback } = config
  const mayRead = (req: IncomingMessage) =>
    (token !== '' && isSame(bearerToken(req.headers) ?? '', token)) ||
    (loopback === 'on' && asksFromHere(req))

  return (req, res, next) => {
    // To the letter, so that a proxy can keep it to itself by its name.
    if (req.path !== PATH || !['GET', 'HEAD'].includes(req.method)) return next()
    if (mayRead(req)) {
      res.setHeader('Cache-Control', 'no-store')
      res.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
      return void res.end(metrics.text())
    }
    if (token === '') return next()
    next(new DomainError('metrics-token-required', {}, { audit: { event: 'metrics-refused' } }))
  }
}

/** In a time that tells neither how much of it was right nor how long it is. */
function isSame(given: string, wanted: string): boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashOf(given), hashOf(wanted))
}

/** The machine itself, and not a proxy on it; nor a page whose name was turned to point here. */
function asksFromHere({ socket, headers }: IncomingMessage): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    FORWARDING.every((name) => headers[name] === undefined)
  )
}
