import type { ServerBuild } from '@remix-run/node'
import { pageOf } from './data.ts'

/** In development, the build changes with every edit. */
export type Build = ServerBuild | (() => Promise<ServerBuild>)

export type RouteModule = NonNullable<ServerBuild['routes'][string]>['module']

/** With the paths of its parent routes. */
export function pathOf(build: Pick<ServerBuild, 'routes'>, id: string): string {
  const route = build.routes[id]
  const parent = route?.parentId ? pathOf(build, route.parentId) : ''
  return `${parent}/${route?.path ?? ''}`.replace(/\/+/g, '/')
}

/** If Remix takes a route's loader and action from elsewhere, failures are no longer in Larder's words. */
export function withModules(build: ServerBuild, change: (module: RouteModule) => RouteModule): ServerBuild {
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(build.routes)) {
    routes[id] = route && { ...route, module: change(route.module) }
  }
  return { ...build, routes }
}

/** After a POST to a route with a page, Remix responds with the page, whatever the client accepts. */
export const withoutPages = (build: ServerBuild): ServerBuild =>
  withModules(build, (module) => ({ ...module, default: undefined, ErrorBoundary: undefined }))

/**
 * A handler for each first segment of a path, which knows only the routes that can match. Remix compiles and compares
 * the pattern of every route several times a request. If it needs them all, a path of another segment isn't found.
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

const firstSegment = (path: string) => pageOf(path).split('/', 2)[1] ?? ''
