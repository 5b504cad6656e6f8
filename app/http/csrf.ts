import type { IncomingMessage } from 'node:http'
import type { Services } from '#app/services.server.ts'
import { askerOf, bearerOf } from './caller.ts'
import { refuse } from './refuse.ts'
import type { Stage } from './stages.ts'

export const CROSS_SITE = 'This request came from another site, so nothing was done.'
export const NO_LINKS = 'A link cannot do this, so nothing was changed. Use the button in Larder.'
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/**
 * Whether a request was made by our own page, as far as the browser tells. Programs that send
 * neither header carry no victim's cookie by themselves.
 */
export function isSameOrigin(req: IncomingMessage, baseUrl: string | undefined): boolean {
  const site = req.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = req.headers
  if (origin === undefined) return true
  if (baseUrl) return origin === baseUrl
  return URL.canParse(origin) && new URL(origin).host === host
}

/**
 * Whether a request may come from a link on any site: on plain http a browser that opens one sends
 * neither header, and a cookie that is Lax comes along. The same holds for an image on another port of
 * this host. Only browsers ask for HTML or images.
 */
export function mayBeLink({ headers }: IncomingMessage): boolean {
  if (headers['sec-fetch-site'] !== undefined || headers.origin !== undefined) return false
  return /text\/html|image\//i.test(headers.accept ?? '')
}

/** The CSRF guard in front of everything that changes something. */
export function refuseCrossSite({ config, audit }: Services): Stage {
  return (req, res, next) => {
    if (SAFE_METHODS.includes(req.method) || isSameOrigin(req, config.BASE_URL)) return next()
    // No browser adds a token by itself, and beside one the cookie counts for nothing.
    if (req.path.startsWith('/api/') && bearerOf(req.headers) !== undefined) return next()
    audit.note(askerOf(res), { event: 'cross-site-refused' })
    refuse(req, res, 403, CROSS_SITE)
  }
}
