import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import {
  type AppLoadContext,
  createRequestHandler,
  type RequestHandler as Handle,
  type ServerBuild,
} from '@remix-run/node'
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express'
import type { DomainError } from '#app/domain/errors.ts'
import type { Services } from '#app/services.server.ts'
import { withSentences } from './errors.ts'
import { goneSignal } from './gone.ts'

declare module '@remix-run/node' {
  interface AppLoadContext {
    services: Services
    nonce: string
    requestId: string
    /** The client's address, as far as TRUST_PROXY allows us to believe it. */
    address: string
    /** Whether our own script asks (and wants data), or a browser without it (and wants a page). */
    scripted: boolean
    /** Our script asks by XMLHttpRequest, the only way to show an upload's progress, and reads JSON. */
    wantsJson: boolean
    /** Why the body was not kept: an upload that was too large, or one too many at once. */
    refusedBody: DomainError | undefined
    /**
     * Aborted when the client has left, or has its answer. For long work; request.signal falls silent
     * once its request is collected.
     */
    gone: AbortSignal
    /** Aborted when the response is made and handed over, or will never be. */
    made: AbortSignal
    /** The page, once rendered: through a Response it would be encoded, copied and decoded again. */
    page?: Buffer[]
  }
}

export type Build = ServerBuild | (() => Promise<ServerBuild>)

/** Hands requests to Remix. Our own, because the express adapter believes X-Forwarded-Host. */
export function remix(build: Build, services: Services, mode: string): RequestHandler {
  const handlerFor = handlers(build, mode)
  return async (req, res, next) => {
    const gone = goneSignal(res)
    const making = new AbortController()
    try {
      const context: AppLoadContext = {
        services,
        nonce: res.locals.nonce ?? '',
        requestId: res.locals.requestId,
        address: req.ip ?? '',
        scripted: req.path.endsWith('.data'),
        wantsJson: req.headers.accept === 'application/json',
        refusedBody: res.locals.refusedBody,
        gone,
        made: making.signal,
      }
      const request = toRequest(req, res, gone, services.config.BASE_URL)
      const handle = handlerFor(req.path)
      await send(res, await handle(request, context), context.page)
    } catch (error) {
      next(error)
    } finally {
      making.abort()
    }
  }
}

/** In development the build changes all the time. */
function handlers(build: Build, mode: string): (path: string) => Handle {
  if (typeof build === 'function') {
    const handle = createRequestHandler(async () => withSentences(await build()), mode)
    return () => handle
  }
  const whole = withSentences(build)
  const handle = createRequestHandler(whole, mode)
  const known = new Map(
    [...byBeginning(whole)].map(([beginning, part]) => [beginning, createRequestHandler(part, mode)]),
  )
  return (path) => known.get(beginningOf(path)) ?? handle
}

const beginningOf = (path: string) => path.split('/', 2)[1]?.replace(/\.data$/, '') ?? ''

/**
 * Remix compares an address with every route there is, several times a request, and writes their
 * patterns anew each time: a tenth of what a page costs. Those that begin alike are a build of their
 * own here; whatever is written in another way goes to the whole.
 */
function byBeginning(build: ServerBuild): Map<string, ServerBuild> {
  const beginnings = new Map<string, string | undefined>()
  for (const id of Object.keys(build.routes)) {
    const path = pathOf(build, id)
    const forAll = build.routes[id]?.path === '' || path.endsWith('/*')
    beginnings.set(id, forAll ? undefined : beginningOf(path))
  }
  const some = <R>(routes: Record<string, R>, wanted: string) => {
    const fits = ([id]: [string, R]) => [undefined, wanted].includes(beginnings.get(id))
    return Object.fromEntries(Object.entries(routes).filter(fits))
  }
  const parts = new Map<string, ServerBuild>()
  for (const wanted of beginnings.values()) {
    if (wanted === undefined) continue
    const { routes, assets } = build
    // Of the assets, too: the browser reads all of them from a file of their own.
    const part = { routes: some(routes, wanted), assets: { ...assets, routes: some(assets.routes, wanted) } }
    parts.set(wanted, { ...build, ...part })
  }
  return parts
}

/** With those of the routes it is in. */
export function pathOf(build: Pick<ServerBuild, 'routes'>, id: string): string {
  const route = build.routes[id]
  const parent = route?.parentId ? pathOf(build, route.parentId) : ''
  return `${parent}/${route?.path ?? ''}`.replace(/\/+/g, '/')
}

function toRequest(
  req: ExpressRequest,
  res: ExpressResponse,
  signal: AbortSignal,
  baseUrl: string | undefined,
): Request {
  const origin = baseUrl ?? `${req.protocol}://${req.headers.host}`
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  // Remix compares these with each other and answers 500 where they differ, but sameOrigin.ts has
  // decided already; and behind a proxy only BASE_URL knows the name people use.
  headers.delete('x-forwarded-host')
  headers.set('host', new URL(origin).host)
  if (headers.has('origin')) headers.set('origin', origin)
  const body: Buffer | undefined = res.locals.body
  // The request has a copy of its own; a photo need not stay in memory twice.
  res.locals.body = undefined
  return new Request(`${origin}${req.originalUrl}`, {
    method: req.method,
    headers,
    signal,
    ...(body && { body: new Uint8Array(body) }),
  })
}

/** The loaders' answers, which are in memory already. */
const DATA = 'text/x-script'

export async function send(res: ServerResponse, response: Response, page: Buffer[] = []) {
  res.statusCode = response.status
  const cookies = response.headers.getSetCookie()
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') res.setHeader(name, value)
  }
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
  if (!response.body) {
    const last = page.pop()
    for (const part of page) res.write(part)
    return void res.end(last)
  }
  if (response.headers.get('Content-Type') === DATA) return void res.end(await response.text())
  try {
    await pipeline(Readable.fromWeb(response.body as ReadableStream), res)
  } catch (error) {
    // Whoever asked has gone; that is no trouble of ours.
    if (!res.destroyed) throw error
  }
}
