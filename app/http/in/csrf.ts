import type { IncomingMessage } from 'node:http'
import type { Request, RequestHandler } from 'express'
import { DomainError } from '#app/domain/errors.ts'
import type { Services } from '#app/services.ts'
import { bearerToken } from './auth.ts'

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Clients that send neither header aren't browsers, so they carry no one else's cookie. */
export function isSameOrigin({ headers }: IncomingMessage, baseUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  if (origin === undefined) return true
  if (baseUrl) return origin === baseUrl
  return URL.canParse(origin) && new URL(origin).host === host
}

// On plain http browsers send neither header, and Lax cookies come along with a link on another site or an image
// on another port of this host. Only browsers accept HTML or images.
function mayBeLink({ headers }: IncomingMessage): boolean {
  if (headers['sec-fetch-site'] !== undefined || headers.origin !== undefined) return false
  return /text\/html|image\//i.test(headers.accept ?? '')
}

const GUEST_PATH = /^\/s\/[\w-]+(?:\/[a-z-]+)?(?:\.data)?$/

// A link's pages send no referrer, so browsers send `Origin: null` with their forms, and on plain http nothing else
// says where a form comes from. Another site gains nothing: these routes use the token in the URL, which it would
// have to know, and no account's cookie.
const isFromGuestPage = ({ path, headers }: Pick<Request, 'path' | 'headers'>) =>
  GUEST_PATH.test(path) && headers.origin === 'null' && headers['sec-fetch-site'] === undefined

const audit = { event: 'cross-site-refused' } as const

export function rejectCrossSite({ config }: Services): RequestHandler {
  return (req, _res, next) => {
    if (SAFE_METHODS.includes(req.method) || isSameOrigin(req, config.BASE_URL)) return next()
    // Browsers never add a token on their own, and next to one the cookie is ignored.
    if (req.path.startsWith('/api/') && bearerToken(req.headers) !== undefined) return next()
    if (isFromGuestPage(req)) return next()
    next(new DomainError('cross-site-request', {}, { audit }))
  }
}

export function requireOwnPage(req: IncomingMessage, baseUrl: string | undefined): void {
  if (!isSameOrigin(req, baseUrl)) throw new DomainError('cross-site-request', {}, { audit })
  if (mayBeLink(req)) throw new DomainError('link-not-allowed', {}, { audit })
}
