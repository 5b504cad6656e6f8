import {
  type AppLoadContext,
  createRequestHandler,
  type ServerBuild,
  writeReadableStreamToWritable,
} from '@remix-run/node'
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express'
import type { Services } from '#app/services.server.ts'

declare module '@remix-run/node' {
  interface AppLoadContext {
    services: Services
    nonce: string
    requestId: string
    /** The client's address, as far as TRUST_PROXY allows us to believe it. */
    address: string
    /** Whether our own script asks (and wants data), or a browser without it (and wants a page). */
    scripted: boolean
  }
}

export type Build = ServerBuild | (() => Promise<ServerBuild>)

/** Hands requests to Remix. Our own, because the express adapter believes X-Forwarded-Host. */
export function remix(build: Build, services: Services, mode: string): RequestHandler {
  const handle = createRequestHandler(build, mode)
  return async (req, res, next) => {
    try {
      const response = await handle(toRequest(req, res, services.config.BASE_URL), {
        services,
        nonce: res.locals.nonce,
        requestId: res.locals.requestId,
        address: req.ip ?? '',
        scripted: req.path.endsWith('.data'),
      } satisfies AppLoadContext)
      await send(res, response)
    } catch (error) {
      next(error)
    }
  }
}

function toRequest(req: ExpressRequest, res: ExpressResponse, baseUrl: string | undefined): Request {
  const origin = baseUrl ?? `${req.protocol}://${req.headers.host}`
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  // Remix compares Origin with these; behind a proxy only BASE_URL knows the name people use.
  headers.delete('x-forwarded-host')
  headers.set('host', new URL(origin).host)
  const gone = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort()
  })
  const body: Buffer | undefined = res.locals.body
  return new Request(`${origin}${req.originalUrl}`, {
    method: req.method,
    headers,
    signal: gone.signal,
    ...(body && { body: new Uint8Array(body) }),
  })
}

async function send(res: ExpressResponse, response: Response) {
  res.statusCode = response.status
  const cookies = response.headers.getSetCookie()
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') res.setHeader(name, value)
  }
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
  if (response.body) await writeReadableStreamToWritable(response.body, res)
  else res.end()
}
