import express, { type Express, type RequestHandler } from 'express'
import { metricsEndpoint } from '#app/metrics/endpoint.ts'
import { collectProcessMetrics } from '#app/metrics/process.ts'
import { metricsEnabled } from '#app/metrics/registry.ts'
import { countRequests } from '#app/metrics/requests.ts'
import { collectServiceMetrics } from '#app/metrics/services.ts'
import type { Services } from '#app/services.ts'
import { apiRouter } from './api/router.ts'
import { live, ready } from './health.ts'
import { readBody } from './in/body.ts'
import { rejectCrossSite } from './in/csrf.ts'
import { limitPipelining } from './in/pipelining.ts'
import { requestContext } from './in/requestContext.ts'
import { readUpload } from './in/uploads.ts'
import { validateRequest } from './in/validateRequest.ts'
import { logRequests } from './log.ts'
import { compress } from './out/compress.ts'
import { errorHandler } from './out/failures.ts'
import { guestPolicy, pagePolicy, securityHeaders } from './out/headers.ts'
import { type Build, pages } from './pages.ts'

interface Parts {
  services: Services
  build: Build
  assets: RequestHandler
  mode: 'production' | 'development'
}

/** The middleware of every request, in order. */
export function createApp({ services, build, assets, mode }: Parts): Express {
  const { config, log } = services
  const https = config.BASE_URL?.startsWith('https:') ?? false
  const upload = readUpload(services)
  const servePages = pages(build, services, mode)

  const app = express()
  app.disable('x-powered-by')
  // clientAddress.ts reads the headers of proxies, for sockets too; Express must not read them differently.
  app.disable('trust proxy')
  app.set('query parser', false)
  app.enable('case sensitive routing')
  app.enable('strict routing')

  app.use(requestContext(services))
  app.use(limitPipelining)
  app.use(securityHeaders({ https }))
  app.use('/s', guestPolicy)
  if (metricsEnabled(config)) {
    collectServiceMetrics(services)
    collectProcessMetrics(services.metrics)
    app.use(metricsEndpoint(services), countRequests(services, build))
  }
  app.use(logRequests(log))
  app.use(validateRequest)
  app.use(rejectCrossSite(services))
  app.use('/api', compress, apiRouter(services, upload))

  app.get('/livez', live)
  app.get('/readyz', ready(services))
  app.use(pagePolicy({ dev: mode === 'development' }))
  app.use(assets)
  app.use(compress)
  app.post('/add-receipt/:id', upload, servePages)
  app.use(readBody, servePages)
  app.use(errorHandler(services))
  return app
}
