import type { RequestHandler } from 'express'
import { HEALTH } from '#app/http/log.ts'
import type { Build } from '#app/remix/serverBuild.ts'
import type { Services } from '#app/services.ts'
import { routeNames } from './routeNames.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']

export function countRequests({ metrics }: Services, build: Build): RequestHandler {
  const nameOf = routeNames(build)
  let inFlight = 0
  metrics.collect('gauge', 'larder_http_requests_in_flight', 'Requests in progress.', () => inFlight)

  return (req, res, next) => {
    if (HEALTH.includes(req.path)) return next()
    const started = performance.now()
    const { method, path } = req
    inFlight += 1
    res.once('close', () => {
      inFlight -= 1
      const route = nameOf(path)
      const status = res.writableFinished ? `${Math.floor(res.statusCode / 100)}xx` : 'aborted'
      metrics.requests.add(1, METHODS.includes(method) ? method : 'other', route, status)
      metrics.requestSeconds.observe((performance.now() - started) / 1000, route)
    })
    next()
  }
}
