import { DomainError } from '#app/domain/errors.ts'
import type { User } from '#app/domain/sessions.ts'
import type { Services } from '#app/services.server.ts'
import { askerOf, bearerOf, callerOf, sessionOf } from '../caller.ts'
import { CROSS_SITE, isSameOrigin, mayBeLink, NO_LINKS } from '../csrf.ts'
import { goneSignal } from '../gone.ts'
import { isOfType } from '../mediaType.ts'
import { packed } from '../packed.ts'
import { receiptImage } from '../receiptImage.ts'
import { sendJson } from '../send.ts'
import type { Answer, Asking, Stage } from '../stages.ts'
import { fail } from './fail.ts'
import { bodyFields, formFields } from './fields.ts'
import { describeApi } from './openapi.ts'
import type { Asked, Operation } from './operation.ts'
import { allowed, find, PREFIX } from './operations.ts'

/** Pages, although their addresses begin like ours. */
const PAGES = ['/api/docs', '/api/docs.data']

/** Everything under /api/: says itself what does not exist, and lets nothing but its pages through. */
export function api(services: Services, read: Stage): Stage {
  const open: Stage = (req, res, next) => {
    if (req.path === `${PREFIX}/openapi.json`) return description(req, res)
    const found = req.path.startsWith(`${PREFIX}/`) ? find(req.path.slice(PREFIX.length)) : undefined
    if (!found) return fail(res, new DomainError('not-found', 'There is nothing at this address.'))
    const operation = found.operations.get(req.method === 'HEAD' ? 'GET' : req.method)
    if (!operation) return refuseMethod(res, allowed(found))
    read(req, res, (error) => {
      if (error) return next(error)
      answer({ services, operation, params: found.params, req, res }).catch((failure) => {
        if (failure instanceof DomainError) fail(res, failure, services)
        else next(failure)
      })
    })
  }
  return (req, res, next) => {
    if (!req.path.startsWith('/api/') || PAGES.includes(req.path)) return next()
    packed(req, res, () => open(req, res, next))
  }
}

function description(req: Asking, res: Answer) {
  if (req.method !== 'GET' && req.method !== 'HEAD') return refuseMethod(res, 'GET, HEAD')
  sendJson(res, 200, describeApi())
}

function refuseMethod(res: Answer, allow: string) {
  res.setHeader('Allow', allow)
  sendJson(res, 405, { msg: `This method is not used here: only ${allow}.` })
}

interface Visit {
  services: Services
  operation: Operation
  params: Record<string, string>
  req: Asking
  res: Answer
}

async function answer(visit: Visit): Promise<void> {
  const { services, operation, req, res } = visit
  if (operation.guarded) refuseOtherSites(req, services.config.BASE_URL)
  const user = operation.access === 'signed-in' ? await callerOf(services, req.headers) : undefined
  if (user) services.userLimits.take(user.id, req.method)
  else if (operation.access === 'signed-in' && bearerOf(req.headers) !== undefined) {
    services.audit.note(askerOf(res), { event: 'token-refused' })
  }
  const said = await operation.run(askedOf(visit, user))
  sendJson(res, operation.status, said)
}

function refuseOtherSites(req: Asking, baseUrl: string | undefined) {
  const audit = { event: 'cross-site-refused' } as const
  if (!isSameOrigin(req, baseUrl)) throw new DomainError('forbidden', CROSS_SITE, { audit })
  if (mayBeLink(req)) throw new DomainError('forbidden', NO_LINKS, { audit })
}

function askedOf({ services, params, req, res }: Visit, user: User | undefined): Asked {
  const body: Buffer | undefined = res.locals.body
  const question = req.originalUrl.indexOf('?')
  return {
    services,
    user,
    visitor: { ...askerOf(res), session: sessionOf(services, req.headers) },
    params,
    query: question < 0 ? {} : formFields(req.originalUrl.slice(question)),
    body: () => bodyFields(req, body),
    photo: () => photo(req, res, body),
    idempotencyKey: keyOf(req),
    origin: services.config.BASE_URL ?? `${req.protocol}://${req.headers.host}`,
    setCookie: (cookie) => void res.appendHeader('Set-Cookie', cookie),
    gone: () => goneSignal(res),
  }
}

function photo(req: Asking, res: Answer, body: Buffer | undefined): Promise<Uint8Array> {
  if (!isOfType(req, 'multipart/form-data')) {
    throw new DomainError('unsupported', 'Please send the photo as multipart/form-data.')
  }
  const form = new globalThis.Request('http://larder/', {
    method: 'POST',
    headers: { 'Content-Type': req.headers['content-type'] ?? '' },
    body: new Uint8Array(body ?? []),
  })
  return receiptImage(form, { refusedBody: res.locals.refusedBody })
}

function keyOf(req: Asking): string | undefined {
  const key = req.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new DomainError('invalid', 'The Idempotency-Key must be 1 to 255 plain characters.')
}
