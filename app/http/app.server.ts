import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compression from 'compression'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { DomainError, fromDatabaseError } from '#app/domain/errors.ts'
import type { Services } from '#app/services.server.ts'
import { api } from './api/door.ts'
import { readBody } from './body.ts'
import { securityHeaders } from './headers.ts'
import { live, ready } from './health.ts'
import { logRequests } from './log.ts'
import { refuseMalformed } from './malformed.ts'
import { metricsDoor } from './metrics/door.ts'
import { watchHousehold } from './metrics/household.ts'
import { watchProcess } from './metrics/process.ts'
import { metricsWanted } from './metrics/registry.ts'
import { countRequests } from './metrics/requests.ts'
import { refuseEndlessAsking } from './pipelining.ts'
import { refuse } from './refuse.ts'
import { type Build, remix } from './remix.ts'
import { refuseCrossSite } from './sameOrigin.ts'

interface Parts {
  services: Services
  build: Build
  /** The files of the built client, or Vite in development. */
  assets: RequestHandler
  mode: 'production' | 'development'
}

/** Everything a request passes on its way to a page, in this order. */
export function createApp({ services, build, assets, mode }: Parts): Express {
  const { config, log } = services
  const https = config.BASE_URL?.startsWith('https:') ?? false
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('trust proxy', config.TRUST_PROXY)

  app.use(refuseEndlessAsking())
  app.use((_req, res, next) => {
    res.locals.requestId = randomUUID().replaceAll('-', '').slice(0, 16)
    res.setHeader('X-Request-Id', res.locals.requestId)
    next()
  })
  app.use(securityHeaders({ https, dev: mode === 'development' }))
  if (metricsWanted(config)) {
    watchHousehold(services)
    watchProcess(services.metrics)
    app.use(metricsDoor(services))
    app.use(countRequests(services, build))
  }
  app.use(logRequests(log))
  app.use(refuseMalformed)
  app.get('/livez', live)
  app.get('/readyz', ready(services))
  app.use(refuseCrossSite(services))
  app.use(assets)
  app.use(packed)
  const read = readBody(services)
  app.use(api(services, read))
  app.use(read)
  app.use(remix(build, services, mode))
  app.use(unexpected(services))
  return app
}

// The first quality that looks for what repeats, and a list's rows are mostly that: a sixth less.
const pack = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } })

/** Nobody who cannot unpack pays for the packing. */
const packed: RequestHandler = (req, res, next) =>
  req.headers['accept-encoding'] ? pack(req, res, next) : next()

/** The last resort in front of and behind Remix: never a stack, always the id that finds the log. */
function unexpected({ log }: Services): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const known = fromDatabaseError(error)
    if (known instanceof DomainError) return refuse(req, res, known.status, known.message)
    log.error({ err: error, id: res.locals.requestId }, 'unexpected error')
    const sentence = `Something went wrong on the server. If you report it, give this number: ${res.locals.requestId}`
    refuse(req, res, 500, sentence)
  }
}
