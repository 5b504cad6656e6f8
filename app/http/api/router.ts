import { type Request, type RequestHandler, type Response, Router } from 'express'
import { DomainError } from '#app/domain/errors.ts'
import { requireApiUser, sessionOf, userOf } from '#app/http/in/auth.ts'
import { hasContentType, readBody, readPhoto } from '#app/http/in/body.ts'
import { requireOwnPage } from '#app/http/in/checkRequest.ts'
import { registrationCookie } from '#app/http/in/cookies.ts'
import { callerOf, closeSignal, drained, mayTake } from '#app/http/in/requestContext.ts'
import { sendJson, sendReady } from '#app/http/out/send.ts'
import { sendResponse, zipResponse } from '#app/http/out/stream.ts'
import { pageOf } from '#app/remix/data.ts'
import type { Services } from '#app/services.ts'
import type { ApiRequest, Endpoint } from './endpoint.ts'
import { ENDPOINTS } from './endpoints/groups.ts'
import { bodyFields, formFields } from './fields.ts'
import { describeApi } from './openapi.ts'
import type { ReadyJson } from './responseCache.ts'

const PAGE = '/api/docs'

export function apiRouter(services: Services, readUpload: RequestHandler, turns: RequestHandler): Router {
  const v1 = Router({ caseSensitive: true, strict: true })
  v1.route('/openapi.json')
    .get((_req, res) => sendJson(res, 200, describeApi()))
    .all(allowOnly('GET', 'HEAD'))
  for (const [path, endpoints] of byPath()) {
    // OpenAPI writes {id} where Express writes :id.
    const route = v1.route(path.replace(/\{(\w+)\}/g, ':$1'))
    for (const endpoint of endpoints) {
      const read = endpoint.takesPhoto ? readUpload : readBody
      route[VERBS[endpoint.method]](read, turns, handle(services, endpoint))
    }
    const methods = endpoints.map(({ method }) => method)
    route.all(allowOnly(...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))))
  }

  const api = Router({ caseSensitive: true, strict: true })
  api.use('/v1', v1)
  api.use((req, _res, next) => (pageOf(req.path) === PAGE ? next() : next(new DomainError('not-found'))))
  return api
}

const VERBS = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const

/** Paths without parameters first: /item/text must not be taken for an item's id. */
function byPath(): Map<string, Endpoint[]> {
  const paths = new Map<string, Endpoint[]>()
  const parameters = ({ path }: Endpoint) => path.split('{').length
  for (const endpoint of ENDPOINTS.toSorted((a, b) => parameters(a) - parameters(b))) {
    paths.set(endpoint.path, [...(paths.get(endpoint.path) ?? []), endpoint])
  }
  return paths
}

function allowOnly(...allowed: string[]): RequestHandler {
  return (_req, _res, next) => next(new DomainError('method-not-allowed', { allowed }))
}

function handle(services: Services, endpoint: Endpoint): RequestHandler {
  const { access, guarded, response, seesUser, tagged, status = 200 } = endpoint
  return async (req, res, next) => {
    try {
      if (guarded) requireOwnPage(req, services.config.BASE_URL)
      const user =
        access === 'signed-in'
          ? await requireApiUser(services, req)
          : seesUser && (await userOf(services, req.headers))
      const request = requestOf(services, endpoint, req, res)
      const result = await endpoint.run({ ...request, user: user || undefined })
      if (tagged) return await sendReady(req, res, result as ReadyJson)
      if (response !== 'zip') return sendJson(res, status, result)
      const context = {
        services,
        requestId: res.locals.requestId,
        closed: request.closed(),
        drained: () => drained(res),
      }
      await sendResponse(res, await zipResponse(context, result as AsyncIterable<Uint8Array>))
    } catch (error) {
      next(error)
    }
  }
}

type Unsigned = Omit<ApiRequest, 'user'>

function requestOf(services: Services, { textField }: Endpoint, req: Request, res: Response): Unsigned {
  const { body, origin, reader } = res.locals
  const queryStart = req.originalUrl.indexOf('?')
  return {
    services,
    reader,
    visitor: {
      ...callerOf(res),
      session: sessionOf(services, req.headers),
      registration: registrationCookie(services.config).readHeader(req.headers.cookie),
      language: reader.language,
    },
    params: req.params,
    query: queryStart < 0 ? {} : formFields(req.originalUrl.slice(queryStart)),
    body: () => bodyFields(req, body, textField),
    photo: () => photoOf(req, res),
    idempotencyKey: idempotencyKeyOf(req),
    origin,
    setCookie: (cookie) => void res.appendHeader('Set-Cookie', cookie),
    closed: () => closeSignal(res),
    mayTake: (ms) => mayTake(res, ms),
  }
}

function photoOf(req: Request, { locals }: Response): Promise<Uint8Array> {
  if (!hasContentType(req, 'multipart/form-data')) {
    throw new DomainError('unsupported-content-type', { allowed: ['multipart/form-data'] })
  }
  const { body, uploadError } = locals
  locals.body = undefined
  return readPhoto({ body, contentType: req.headers['content-type'] ?? '', uploadError })
}

function idempotencyKeyOf({ headers }: Request): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new DomainError('bad-idempotency-key')
}
