import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express'
import type { AppLoadContext, data, ServerBuild } from '@remix-run/node'
import type { Response as ExpressResponse, Request, RequestHandler } from 'express'
import { DomainError } from '#app/domain/errors.ts'
import type { Services } from '#app/services.ts'
import type { Reader } from '#app/words/reader.ts'
import { acceptsJson, CLOSED, closeSignal, drained, mayTake } from './in/requestContext.ts'
import { encodingFor } from './out/compress.ts'
import {
  expectedFailure,
  type Failure,
  failureFrom,
  pageResponse,
  replyTo,
  replyWith,
  textResponse,
} from './out/replies.ts'

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

function loadContext(services: Services): GetLoadContextFunction {
  return (req, res) => {
    const { locals } = res
    const { nonce = '', reader, requestId, address, origin, body, uploadError, rendered } = locals
    // Only the context keeps it, so that a photo can be released as soon as it is read.
    locals.body = undefined
    return {
      ...{ services, reader, nonce, requestId, address, origin, body, uploadError, rendered },
      scripted: req.path.endsWith('.data'),
      wantsJson: acceptsJson(req),
      wantsPage: req.headers.accept?.includes('text/html') ?? false,
      contentType: req.headers['content-type'] ?? '',
      encoding: encodingFor(req),
      closed: closeSignal(res),
      drained: () => drained(res),
      mayTake: (ms) => mayTake(res, ms),
      onSent: (listener) => void res.once('finish', listener),
      setCookie: (cookie) => void res.appendHeader('Set-Cookie', cookie),
    }
  }
}

const prepareForRemix: RequestHandler = ({ headers }: Request, res, next) => {
  const { origin } = res.locals
  // Remix compares these with each other and answers 500 where they differ. checkRequest.ts has checked them already,
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
function setOwn(this: ExpressResponse, name: string, value: string | string[] = ''): ExpressResponse {
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

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module']

export function guardRoutes(build: ServerBuild): ServerBuild {
  // The page is the app's, which this file must not import. Remix's type knows none of its entry's other exports.
  const { failurePage = textResponse } = (build.entry?.module ?? {}) as {
    failurePage?: (failure: Failure, reader: Reader) => Response
  }
  return withModules(build, ({ loader, action, default: page, handle, ...module }) => {
    const throwResponse = (failure: Failure, { wantsPage, reader }: AppLoadContext): never => {
      if (page) throw pageResponse(failure)
      throw wantsPage ? failurePage(failure, reader) : textResponse(failure)
    }
    return {
      ...module,
      ...(page && { default: page }),
      ...(handle !== undefined && { handle }),
      ...(loader && { loader: guardLoader(loader, throwResponse, isDownload(handle)) }),
      ...(action && { action: guardAction(action, throwResponse) }),
      // Remix would log a POST here as an error of ours.
      ...(!action && !page && { action: guardAction(readOnly, textResponse) }),
    }
  })
}

/** After a POST to a route with a page, Remix responds with the page, whatever the client accepts. */
export const withoutPages = (build: ServerBuild): ServerBuild =>
  withModules(build, (module) => ({ ...module, default: undefined, ErrorBoundary: undefined }))

function withModules(build: ServerBuild, change: (module: RouteModule) => RouteModule): ServerBuild {
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(build.routes)) {
    routes[id] = route && { ...route, module: change(route.module) }
  }
  return { ...build, routes }
}

type RouteArgs = { context: AppLoadContext }

type OnFailure<Result> = (failure: Failure, context: AppLoadContext) => Result

function guardLoader<Args extends RouteArgs, Result>(
  loader: (args: Args) => Result,
  onFailure: OnFailure<never>,
  isDownload: boolean,
) {
  return async (args: Args) => {
    try {
      // As data for our script, Remix would read a whole file into memory as text.
      if (isDownload && args.context.scripted) throw new DomainError('not-found')
      return await loader(args)
    } catch (error) {
      return onFailure(expectedFailure(args.context, error), args.context)
    }
  }
}

function guardAction<Args extends RouteArgs, Result, Failed>(
  action: (args: Args) => Result,
  onFailure: OnFailure<Failed>,
) {
  return async (args: Args) => {
    const { context } = args
    try {
      const result = await action(args)
      return context.wantsJson ? toJson(result) : result
    } catch (error) {
      const failure = isBugForProgram(context, error)
        ? failureFrom(error, context.services, context, context.reader)
        : expectedFailure(context, error)
      // A thrown response would make our script replace the whole page.
      if (!context.scripted && !context.wantsJson) return onFailure(failure, context)
      return replyWith(context, replyTo(failure), {
        status: failure.status,
        headers: new Headers(failure.headers),
      })
    }
  }
}

const isBugForProgram = ({ wantsJson, closed }: AppLoadContext, error: unknown) =>
  wantsJson && error instanceof Error && !closed.aborted

function toJson(result: unknown): Response {
  if (result instanceof Response) return result
  return isData(result) ? Response.json(result.data, result.init ?? {}) : Response.json(result)
}

type Data = ReturnType<typeof data<unknown>>

const isData = (result: unknown): result is Data =>
  typeof result === 'object' && result !== null && 'type' in result && 'init' in result

const isDownload = (handle: unknown) =>
  typeof handle === 'object' && handle !== null && 'download' in handle && handle.download === true

function readOnly(_args: RouteArgs): never {
  throw new DomainError('method-not-allowed', { allowed: ['GET', 'HEAD'] })
}
