import type { ServerBuild } from '@remix-run/node'
import express, { type RequestHandler } from 'express'
import { requestContext } from '#app/http/in/requestContext.ts'
import { errorHandler } from '#app/http/out/replies.ts'
import { pages } from '#app/http/remix.ts'
import type { Services } from '#app/services.ts'
import { listen } from './listen.ts'
import { remixBuild } from './remixBuild.ts'

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module']

/** Serves one route by Remix behind the given middleware; returns its URL. */
export async function serveRoute(
  services: Services,
  module: Partial<RouteModule>,
  ...middleware: RequestHandler[]
): Promise<string> {
  const build = remixBuild({ one: { id: 'one', path: 'one', module: { default: undefined, ...module } } })
  const app = express().use(requestContext(services), ...middleware, ...pages(build, services, 'production'))
  return `${await listen(app.use(errorHandler(services)))}/one`
}
