import {
  type AppLoadContext,
  createRequestHandler,
  type RequestHandler as RemixHandler,
  type ServerBuild,
} from '@remix-run/node'
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express'
import type { DomainError } from '#app/domain/errors.ts'
import type { Services } from '#app/services.ts'
import { CLOSED, closeSignal } from './in/requestContext.ts'
import { acceptsJson } from './out/failures.ts'
import { withFailures } from './out/replies.ts'
import { sendResponse } from './out/stream.ts'

declare module '@remix-run/node' {
  interface AppLoadContext {
    services: Services
    nonce: string
    requestId: string
    /** The client's, as far as TRUST_PROXY allows. */
    address: string
    /** Requested by our script, which needs data, and not by a browser, which needs a page. */
    scripted: boolean
    /** Requested by our script itself, such as an upload with its progress, or what was done without a connection. */
    wantsJson: boolean
    /** Requested by a browser, which shows what comes: a failure must be a page. */
    wantsPage: boolean
    /** Why the body of an upload was discarded. */
    uploadError: DomainError | undefined
    /**
     * Aborts when the client has left or has its whole response. For long work; `request.signal` stops
     * working once the request is garbage-collected.
     */
    closed: AbortSignal
    /** Aborts when the response is rendered, or never will be. */
    rendered: AbortSignal
    /** Called once the whole response was sent. */
    onAnswered?: () => void
    /** The rendered page: a Response would encode, copy and decode it again. */
    page?: Buffer[]
  }
}

export type Build = ServerBuild | (() => Promise<ServerBuild>)

/** Passes requests to Remix. Why our own: docs/decisions/007-own-remix-adapter.md */
export function remix(build: Build, services: Services, mode: string): RequestHandler {
  const handlerFor = createHandlers(build, mode)
  return async (req, res, next) => {
    const closed = closeSignal(res)
    const rendering = new AbortController()
    try {
      const context: AppLoadContext = {
        services,
        nonce: res.locals.nonce ?? '',
        requestId: res.locals.requestId,
        address: res.locals.address,
        scripted: req.path.endsWith('.data'),
        wantsJson: acceptsJson(req),
        wantsPage: req.headers.accept?.includes('text/html') ?? false,
        uploadError: res.locals.uploadError,
        closed,
        rendered: rendering.signal,
      }
      const handle = handlerFor(req.path, req.method === 'POST' && context.wantsJson && !context.scripted)
      const response = await handle(toRequest(req, res, closed), context)
      if (context.onAnswered) res.once('finish', context.onAnswered)
      await sendResponse(res, response, context.page)
    } catch (error) {
      next(error)
    } finally {
      rendering.abort(CLOSED)
    }
  }
}

type Handlers = (path: string) => RemixHandler

function createHandlers(build: Build, mode: string): (path: string, isJsonPost: boolean) => RemixHandler {
  // In development the build changes with every edit.
  const isFixed = typeof build !== 'function'
  const pages = isFixed ? handlersOf(build, mode) : handlerOf(build, mode)
  const json = isFixed
    ? handlersOf(withoutPages(build), mode)
    : handlerOf(async () => withoutPages(await build()), mode)
  return (path, isJsonPost) => (isJsonPost ? json : pages)(path)
}

function handlerOf(build: () => Promise<ServerBuild>, mode: string): Handlers {
  const handle = createRequestHandler(async () => withFailures(await build()), mode)
  return () => handle
}

function handlersOf(build: ServerBuild, mode: string): Handlers {
  const whole = withFailures(build)
  const handle = createRequestHandler(whole, mode)
  const bySegment = new Map(
    [...splitBuild(whole)].map(([segment, part]) => [segment, createRequestHandler(part, mode)]),
  )
  return (path) => bySegment.get(firstSegment(path)) ?? handle
}

/** After a POST to a route with a page, Remix responds with the page, whatever the client accepts. */
function withoutPages(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const module = { ...route.module, default: undefined, ErrorBoundary: undefined }
    return [id, { ...route, module }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

const firstSegment = (path: string) => path.split('/', 2)[1]?.replace(/\.data$/, '') ?? ''

/**
 * One build for each first path segment, with only its routes. Remix compiles and compares the pattern of every
 * route several times a request: with the whole build, a page costs 13 % more CPU and an action 19 %. All
 * other paths use the whole build. See docs/decisions/007-own-remix-adapter.md
 */
function splitBuild(build: ServerBuild): Map<string, ServerBuild> {
  const segments = new Map<string, string | undefined>()
  for (const id of Object.keys(build.routes)) {
    const path = pathOf(build, id)
    const isShared = build.routes[id]?.path === '' || path.endsWith('/*')
    segments.set(id, isShared ? undefined : firstSegment(path))
  }
  const only = <Route>(routes: Record<string, Route>, wanted: string) => {
    const belongs = ([id]: [string, Route]) => [undefined, wanted].includes(segments.get(id))
    return Object.fromEntries(Object.entries(routes).filter(belongs))
  }
  const parts = new Map<string, ServerBuild>()
  for (const segment of segments.values()) {
    if (segment === undefined) continue
    const { routes, assets } = build
    parts.set(segment, {
      ...build,
      routes: only(routes, segment),
      // The browser has its own manifest of all routes.
      assets: { ...assets, routes: only(assets.routes, segment) },
    })
  }
  return parts
}

/** With the paths of its parent routes. */
export function pathOf(build: Pick<ServerBuild, 'routes'>, id: string): string {
  const route = build.routes[id]
  const parent = route?.parentId ? pathOf(build, route.parentId) : ''
  return `${parent}/${route?.path ?? ''}`.replace(/\/+/g, '/')
}

function toRequest(req: ExpressRequest, res: ExpressResponse, signal: AbortSignal): Request {
  const { origin, body } = res.locals
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  // Remix compares these with each other and answers 500 where they differ. csrf.ts has checked them already,
  // and behind a proxy only BASE_URL knows the public name.
  headers.delete('x-forwarded-host')
  headers.set('host', new URL(origin).host)
  if (headers.has('origin')) headers.set('origin', origin)
  // The Request copies the body; a photo need not be in memory twice.
  res.locals.body = undefined
  return new Request(`${origin}${req.originalUrl}`, {
    method: req.method,
    headers,
    signal,
    ...(body && { body: new Uint8Array(body) }),
  })
}

type PageContext = Pick<AppLoadContext, 'services' | 'closed' | 'rendered'>

/**
 * Call before loading a page that takes long to render: renders one at a time for each user, so that others
 * are served in between. A few may be on their way to the client at once, so that one slow connection doesn't
 * hold up the user's other devices.
 */
export async function queuePage(
  { services, closed, rendered }: PageContext,
  reader: { id: string },
): Promise<void> {
  await services.sendQueue.take(reader.id, closed)
  await services.renderQueue.take(reader.id, rendered)
}
