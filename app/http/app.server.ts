import type { RequestListener } from 'node:http'
import express, { type Express } from 'express'
import { DomainError, fromDatabaseError } from '#app/domain/errors.ts'
import type { Services } from '#app/services.server.ts'
import { api } from './api/router.ts'
import { readBody } from './body.ts'
import { securityHeaders } from './headers.ts'
import { live, ready } from './health.ts'
import { logRequests } from './log.ts'
import { refuseMalformed } from './malformed.ts'
import { metricsDoor } from '../metrics/endpoint.ts'
import { watchHousehold } from '../metrics/services.ts'
import { watchProcess } from '../metrics/process.ts'
import { metricsWanted } from '../metrics/registry.ts'
import { countRequests } from '../metrics/requests.ts'
import { packed } from './packed.ts'
import { limitPipelining } from './pipelining.ts'
import { createProxies } from './clientAddress.ts'
import { refuse } from './refuse.ts'
import { type Build, remix } from './remix.ts'
import { refuseCrossSite } from './csrf.ts'
import { type Failed, inOrder, introduce, type Stage } from './stages.ts'

interface Parts {
  services: Services
  build: Build
  /** The files of the built client, or Vite in development. */
  assets: Stage
  mode: 'production' | 'development'
}

/** Everything a request passes on its way to an answer, in this order. */
export function createApp(parts: Parts): RequestListener {
  const { services, build, mode } = parts
  const { config, log } = services
  const https = config.BASE_URL?.startsWith('https:') ?? false
  const read = readBody(services)
  const stages = [
    limitPipelining,
    securityHeaders({ https, dev: mode === 'development' }),
    ...(metricsWanted(config) ? measuring(services, build) : []),
    logRequests(log),
    refuseMalformed,
    refuseCrossSite(services),
    api(services, read),
  ]
  const failed = unexpected(services)
  return introduce(createProxies(config), inOrder(stages, pages(parts, read, failed), failed))
}

function measuring(services: Services, build: Build): Stage[] {
  watchHousehold(services)
  watchProcess(services.metrics)
  return [metricsDoor(services), countRequests(services, build)]
}

/** What is left for browsers, and for whoever asks whether we are well. */
function pages({ services, build, assets, mode }: Parts, read: Stage, failed: Failed): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.get('/livez', live)
  app.get('/readyz', ready(services))
  app.use(assets)
  app.use(packed)
  app.use(read)
  app.use(remix(build, services, mode))
  const last: express.ErrorRequestHandler = (error, req, res, _next) => failed(error, req, res)
  return app.use(last)
}

/** The last resort: never a stack, always the id that finds the log. */
function unexpected({ log }: Services): Failed {
  return (error, req, res) => {
    const known = fromDatabaseError(error)
    if (known instanceof DomainError) return refuse(req, res, known.status, known.message)
    log.error({ err: error, id: res.locals.requestId }, 'unexpected error')
    const sentence = `Something went wrong on the server. If you report it, give this number: ${res.locals.requestId}`
    refuse(req, res, 500, sentence)
  }
}
