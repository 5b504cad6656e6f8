import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express'
import { DomainError } from '#app/domain/errors.ts'
import { requireApiUser, sessionOf } from '#app/http/in/auth.ts'
import { hasContentType, readBody } from '#app/http/in/body.ts'
import { requireOwnPage } from '#app/http/in/csrf.ts'
import { readPhoto } from '#app/http/in/forms.ts'
import { callerOf } from '#app/http/in/requestContext.ts'
import { closeSignal, drained } from '#app/http/out/connection.ts'
import { sendJson } from '#app/http/out/send.ts'
import { sendResponse, zipResponse } from '#app/http/out/stream.ts'
import type { Services } from '#app/services.ts'
import { bodyFields, formFields } from './fields.ts'
import { describeApi } from './openapi.ts'
import type { ApiRequest, Method, Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'

/** The only pages under /api. */
const PAGES = /^\/api\/docs(?:\.data)?$/

/** Everything under /api except its pages. */
export function apiRouter(services: Services, readUpload: RequestHandler): Router {
  const v1 = Router({ caseSensitive: true, strict: true })
  v1.route('/openapi.json')
    .get((_req, res) => sendJson(res, 200, describeApi()))
    .all(allowOnly('GET', 'HEAD'))
  for (const [path, operations] of byPath()) {
    // OpenAPI writes {id} where Express writes :id.
    const route = v1.route(path.replace(/\{(\w+)\}/g, ':$1'))
    for (const operation of operations) {
      const read = operation.body === 'photo' ? readUpload : readBody
      route[VERBS[operation.method]](read, handle(services, operation))
    }
    route.all(
      allowOnly(...operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
    )
  }

  const api = Router({ caseSensitive: true, strict: true })
  api.use('/v1', v1)
  api.use((req, _res, next) => (PAGES.test(req.path) ? next() : next(new DomainError('not-found'))))
  return api
}

const VERBS = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const satisfies Record<
  Method,
  string
>

/** Paths without parameters first: /item/text must not be taken for an item's id. */
function byPath(): Map<string, Operation[]> {
  const paths = new Map<string, Operation[]>()
  for (const operation of OPERATIONS.toSorted((a, b) => parameters(a) - parameters(b))) {
    paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation])
  }
  return paths
}

const parameters = ({ path }: Operation) => path.split('{').length

function allowOnly(...allowed: string[]): RequestHandler {
  return (_req, _res, next) => next(new DomainError('method-not-allowed', { allowed }))
}

function handle(services: Services, operation: Operation): RequestHandler {
  return async (req: Request, res: Response, next: NextFunction) => {
    try {
      if (operation.guarded) requireOwnPage(req, services.config.BASE_URL)
      const user = operation.access === 'signed-in' ? await requireApiUser(services, req) : undefined
      const result = await operation.run({ ...inputOf(services, operation, req, res), user })
      if (operation.response !== 'zip') return sendJson(res, operation.status, result)
      const { requestId } = res.locals
      const context = { services, requestId, closed: closeSignal(res), drained: () => drained(res) }
      const archive = await zipResponse(context, result as AsyncIterable<Uint8Array>)
      await sendResponse(res, archive)
    } catch (error) {
      next(error)
    }
  }
}

function inputOf(
  services: Services,
  { textField }: Operation,
  req: Request,
  res: Response,
): Omit<ApiRequest, 'user'> {
  const { body, origin } = res.locals
  const queryStart = req.originalUrl.indexOf('?')
  return {
    services,
    visitor: { ...callerOf(res), session: sessionOf(services, req.headers) },
    params: req.params,
    query: queryStart < 0 ? {} : formFields(req.originalUrl.slice(queryStart)),
    body: () => bodyFields(req, body, textField),
    photo: () => photoOf(req, res),
    idempotencyKey: idempotencyKeyOf(req),
    origin,
    setCookie: (cookie) => void res.appendHeader('Set-Cookie', cookie),
    closed: () => closeSignal(res),
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
