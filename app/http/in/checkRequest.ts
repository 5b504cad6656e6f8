import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RequestHandler } from 'express'
import { DomainError } from '#app/domain/errors.ts'
import type { Services } from '#app/services.ts'
import { bearerToken } from './auth.ts'

const MAX_URL = 8192
const MAX_PATH = 1_000
const PAGE_METHODS = ['GET', 'HEAD', 'POST']
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i
const HOST = /^(?:[a-z0-9](?:[a-z0-9_.-]{0,253})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

export const validateRequest: RequestHandler = (req, res, next) => {
  const { method, originalUrl, path } = req
  if (originalUrl.length > MAX_URL || path.length > MAX_PATH) return next(new DomainError('url-too-long'))
  if (!isValidUrl(originalUrl)) return next(new DomainError('bad-url'))
  // Express matches these as they are, Remix after resolving them.
  if (DOT_SEGMENT.test(path)) return next(new DomainError('not-found'))
  if (!PAGE_METHODS.includes(method) && !path.startsWith('/api/v1/')) {
    return next(new DomainError('method-not-allowed', { allowed: PAGE_METHODS }))
  }
  if (!hasOneValidHost(req)) return next(new DomainError('bad-host'))
  if ((method === 'GET' || method === 'HEAD') && hasBody(req)) {
    res.setHeader('Connection', 'close')
    return next(new DomainError('unexpected-body'))
  }
  next()
}

function isValidUrl(url: string): boolean {
  // Nobody sends a fragment. Express and Remix drop it, but it would stay in `req.path`.
  if (!url.startsWith('/') || /[\\#]/.test(url)) return false
  const [path = '', query = ''] = url.split('?', 2)
  // No page has an empty segment, and a thousand of them slow down Remix's route matching.
  if (path.includes('//')) return false
  // Remix 1 requested data with this parameter; Remix 2 would log it as an error of ours.
  if (/_data|%/.test(query) && new URLSearchParams(query).has('_data')) return false
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

function hasOneValidHost({ headers: { host = '' }, rawHeaders }: IncomingMessage): boolean {
  // Node shows the first of two Host headers; a proxy may believe the second.
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1
  }
  return count === 1 && HOST.test(host) && URL.canParse(`http://${host}`)
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

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

const audit = { event: 'cross-site-refused' } as const

export function rejectCrossSite({ config }: Services): RequestHandler {
  return (req, _res, next) => {
    if (SAFE_METHODS.includes(req.method) || isSameOrigin(req, config.BASE_URL)) return next()
    // Browsers never add a token on their own, and next to one the cookie is ignored.
    if (req.path.startsWith('/api/') && bearerToken(req.headers) !== undefined) return next()
    next(new DomainError('cross-site-request', {}, { audit }))
  }
}

export function requireOwnPage(req: IncomingMessage, baseUrl: string | undefined): void {
  if (!isSameOrigin(req, baseUrl)) throw new DomainError('cross-site-request', {}, { audit })
  if (mayBeLink(req)) throw new DomainError('link-not-allowed', {}, { audit })
}

const MAX_PENDING = 10
/** Pages take far less; a long download is cut for the requests queued behind it. */
const TIMEOUT = 5_000

const pendingBySocket = new WeakMap<Duplex, Set<ServerResponse>>()

/** Browsers don't pipeline; a client that never reads would have us hold all its responses in memory. */
export const limitPipelining: RequestHandler = ({ socket }, res, next) => {
  const pending = pendingBySocket.get(socket) ?? track(socket)
  if (pending.size >= MAX_PENDING) return void socket.destroy()
  pending.add(res)
  res.once('close', () => pending.delete(res))
  next()
}

function track(socket: Duplex): Set<ServerResponse> {
  const pending = new Set<ServerResponse>()
  pendingBySocket.set(socket, pending)
  socket.once('close', () => setImmediate(closeAll, pending))
  return pending
}

// Node 20 emits 'close' only on the response being sent when a connection ends. Those queued behind it would
// never release what they hold.
function closeAll(pending: Set<ServerResponse>) {
  for (const res of pending) res.destroy()
  setImmediate(() => {
    for (const res of pending) res.emit('close')
  })
}

/**
 * Two writers must never share a socket, and Node crashes (an assertion) when it's handed one that is in use.
 * `except` is a request that will never be complete.
 */
export async function responsesSent(socket: Duplex, except?: ServerResponse): Promise<void> {
  const pending = new Set(pendingBySocket.get(socket))
  if (except) pending.delete(except)
  if (pending.size === 0) return
  const timer = setTimeout(() => socket.destroy(), TIMEOUT)
  await new Promise<void>((resolve) => {
    for (const res of pending) {
      res.once('close', () => {
        pending.delete(res)
        if (pending.size === 0) resolve()
      })
    }
  })
  clearTimeout(timer)
}
