import { createRequestHandler } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import type { Request, RequestHandler, Response } from 'express'
import type { Services } from '#app/services.ts'
import { acceptsJson, CLOSED, loadContext } from './in/requestContext.ts'
import { guardRoutes, withoutPages } from './out/guardRoutes.ts'

export type Build = ServerBuild | (() => Promise<ServerBuild>)

/** Every page and action. See docs/decisions/007-remix-in-express.md */
export function pages(build: Build, services: Services, mode: string): RequestHandler[] {
  const handlerOf = (build: Build) =>
    createRequestHandler({ build, getLoadContext: loadContext(services), mode })
  const handlersOf = (change: (build: ServerBuild) => ServerBuild) => {
    if (typeof build !== 'function') return bySegment(change(build), handlerOf)
    // In development the build changes with every edit.
    const handle = handlerOf(async () => change(await build()))
    return () => handle
  }
  const handlePage = handlersOf(guardRoutes)
  const handleJsonPost = handlersOf((build) => guardRoutes(withoutPages(build)))

  const handle: RequestHandler = async (req, res, next) => {
    const rendering = new AbortController()
    res.locals.rendered = rendering.signal
    const isJsonPost = req.method === 'POST' && acceptsJson(req) && !req.path.endsWith('.data')
    await (isJsonPost ? handleJsonPost : handlePage)(req.path)(req, res, next)
    rendering.abort(CLOSED)
  }
  return [prepareForRemix, handle]
}

const prepareForRemix: RequestHandler = ({ headers }: Request, res, next) => {
  const { origin } = res.locals
  // Remix compares these with each other and answers 500 where they differ. csrf.ts has checked them already,
  // and behind a proxy only BASE_URL knows the public name.
  delete headers['x-forwarded-host']
  headers.host = origin.slice(origin.indexOf('//') + 2)
  if (headers.origin !== undefined) headers.origin = origin
  res.append = setOwn
  // Remix flushes after each chunk. A page is one chunk, and streams are never compressed.
  res.flush = () => {}
  next()
}

/** Remix's adapter appends headers, but a route's own, such as a receipt's Cache-Control, must replace the default. */
function setOwn(this: Response, name: string, value: string | string[] = ''): Response {
  return name === 'set-cookie' ? this.appendHeader(name, value) : this.setHeader(name, value)
}

/**
 * A handler for each first segment of a path, which knows only the routes that can match. Remix compiles and compares
 * the pattern of every route several times a request: see docs/decisions/007-remix-in-express.md
 */
export function bySegment<Handler>(
  build: ServerBuild,
  handlerOf: (build: ServerBuild) => Handler,
): (path: string) => Handler {
  const handlers = new Map<string, Handler>()
  for (const id of Object.keys(build.routes)) {
    const segment = segmentOf(build, id)
    if (segment !== undefined && !handlers.has(segment))
      handlers.set(segment, handlerOf(part(build, segment)))
  }
  const handleAny = handlerOf(build)
  return (path) => handlers.get(firstSegment(path)) ?? handleAny
}

function part(build: ServerBuild, segment: string): ServerBuild {
  const only = <Route>(routes: Record<string, Route>): Record<string, Route> =>
    Object.fromEntries(
      Object.entries(routes).filter(([id]) => [undefined, segment].includes(segmentOf(build, id))),
    )
  // The browser has its own manifest of all routes.
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  }
}

/** Undefined for layouts and for routes that match any path. */
function segmentOf(build: ServerBuild, id: string): string | undefined {
  const path = pathOf(build, id)
  return build.routes[id]?.path === '' || path.endsWith('/*') ? undefined : firstSegment(path)
}

const firstSegment = (path: string) => path.split('/', 2)[1]?.replace(/\.data$/, '') ?? ''

/** With the paths of its parent routes. */
export function pathOf(build: Pick<ServerBuild, 'routes'>, id: string): string {
  const route = build.routes[id]
  const parent = route?.parentId ? pathOf(build, route.parentId) : ''
  return `${parent}/${route?.path ?? ''}`.replace(/\/+/g, '/')
}
