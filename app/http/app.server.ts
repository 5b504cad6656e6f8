import type { RequestListener } from 'node:http'
import express, { type Express, type Request, type RequestHandler, type Response, Router } from 'express'
import { metricsEndpoint } from '#app/metrics/endpoint.ts'
import { metricsEnabled } from '#app/metrics/metrics.ts'
import { collectMetrics } from '#app/metrics/readAtScrape.ts'
import { countRequests } from '#app/metrics/requests.ts'
import type { Build } from '#app/remix/serverBuild.ts'
import type { Services } from '#app/services.ts'
import { apiRouter } from './api/router.ts'
import { describeArrival } from './arrival.ts'
import { live, ready } from './health.ts'
import { MAX_FIELDS, readBody } from './in/body.ts'
import { limitPipelining, rejectCrossSite, validateRequest } from './in/checkRequest.ts'
import { requestContext } from './in/requestContext.ts'
import { takeTurns } from './in/takeTurns.ts'
import { readUpload } from './in/uploads.ts'
import { logRequests } from './log.ts'
import { compress } from './out/compress.ts'
import { notIndexed, pagePolicy, securityHeaders } from './out/headers.ts'
import { errorHandler } from './out/replies.ts'
import { pages } from './remix.ts'

interface Parts {
  services: Services
  build: Build
  assets: RequestHandler
  mode: 'production' | 'development'
}

export function createApp({ services, build, assets, mode }: Parts): RequestListener {
  const { config, log } = services
  const https = config.BASE_URL?.startsWith('https:') ?? false
  const upload = readUpload(services)
  const turns = takeTurns(services)
  const arrival = describeArrival(services)

  const router = Router({ caseSensitive: true, strict: true })
  router.use(requestContext(services))
  router.use(limitPipelining)
  router.use(securityHeaders({ https }))
  router.use('/s', notIndexed)
  if (metricsEnabled(config)) {
    collectMetrics(services)
    router.use(metricsEndpoint(services), countRequests(services, build))
  }
  router.use(logRequests(log))
  router.use(validateRequest)
  router.use(rejectCrossSite(services))
  router.use('/api', compress, apiRouter(services, upload, turns))
  router.get('/livez', arrival, live)
  // To see whether large bodies arrive.
  router.post('/livez', arrival)
  router.get('/readyz', ready(services))
  router.use(pagePolicy({ dev: mode === 'development' }))
  router.use(assets)
  router.use(compress)
  router.use(pagesApp(upload, [turns, ...pages(build, services, mode)]))
  router.use(errorHandler(services))
  return (incoming, outgoing) => {
    // An Express app would give both another prototype, which makes them slow: docs/decisions/062-the-api-in-express.md
    const req = Object.assign(incoming, { path: incoming.url?.split('?', 1)[0] }) as Request
    const res = Object.assign(outgoing, { locals: {} }) as Response
    router(req, res, (error) => outgoing.destroy(error))
  }
}

const forManyRows: RequestHandler = (_req, res, next) => {
  res.locals.maxParts = MAX_FIELDS
  next()
}

/** As pages, and as data for our script. */
const TAKE_PHOTOS = ['/add-receipt/:id', '/spending', '/spending.data', '/trip/:id']

/** Remix's handler needs the requests and responses of Express. */
function pagesApp(upload: RequestHandler, handlers: RequestHandler[]): Express {
  const app = express()
  app.disable('x-powered-by')
  // requestContext.ts reads the headers of proxies, for sockets too; Express must not read them differently.
  app.disable('trust proxy')
  app.set('query parser', false)
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.post(TAKE_PHOTOS, upload, handlers)
  app.post('/finish', forManyRows, upload, handlers)
  app.use(readBody, handlers)
  return app
}
