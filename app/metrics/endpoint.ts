import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { DomainError } from '#app/domain/errors.ts'
import { sha256 } from '#app/domain/hash.ts'
import { bearerToken } from '#app/http/in/auth.ts'
import type { Services } from '#app/services.ts'

const PATH = '/metrics'
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

export function metricsEndpoint({ config, metrics }: Services): RequestHandler {
  const { METRICS_TOKEN: token, METRICS_LOOPBACK: loopback } = config
  const isAllowed = (req: IncomingMessage) =>
    (token !== '' && isSame(bearerToken(req.headers) ?? '', token)) ||
    (loopback === 'on' && isFromThisMachine(req))

  return (req, res, next) => {
    // Exactly this path and no other spelling, so that a proxy can block it by name.
    if (req.path !== PATH || !['GET', 'HEAD'].includes(req.method)) return next()
    if (isAllowed(req)) {
      res.setHeader('Cache-Control', 'no-store')
      res.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
      return void metrics.text().then((text) => res.end(text), next)
    }
    if (token === '') return next()
    next(new DomainError('metrics-token-required', {}, { audit: { event: 'metrics-refused' } }))
  }
}

/** Compares hashes, so that the duration reveals neither the token's length nor where the values differ. */
const isSame = (given: string, expected: string) =>
  timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(expected)))

/** Excludes proxies on this machine, and web pages whose host name resolves to it (DNS rebinding). */
function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  )
}
