import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { DomainError } from '#app/domain/errors.ts'

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
  // Of two Host headers Node shows the first; a proxy may believe the second.
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1
  }
  return count === 1 && HOST.test(host) && URL.canParse(`http://${host}`)
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
