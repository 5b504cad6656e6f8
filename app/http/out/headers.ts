import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

const ALWAYS = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  // With no-referrer browsers would send `Origin: null` with forms, as any site can. A link's URL is a secret; with
  // this, only Larder itself gets it, and the log has no referrers.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'private, no-store',
  Vary: 'Accept-Language, Cookie',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
})

export function securityHeaders({ https }: { https: boolean }): RequestHandler {
  return (_req, res, next) => {
    for (const [name, value] of ALWAYS) res.setHeader(name, value)
    // Never on plain http: without a certificate, HSTS would lock people out.
    if (https) res.setHeader('Strict-Transport-Security', 'max-age=31536000')
    next()
  }
}

export const notIndexed: RequestHandler = (_req, res, next) => {
  res.setHeader('X-Robots-Tag', 'noindex, nofollow')
  next()
}

export function pagePolicy({ dev }: { dev: boolean }): RequestHandler {
  return (_req, res, next) => {
    const nonce = randomUUID()
    res.locals.nonce = nonce
    const socket = res.locals.origin.replace(/^http/, 'ws')
    res.setHeader(
      'Content-Security-Policy',
      [
        "default-src 'self'",
        `script-src 'self' 'nonce-${nonce}'`,
        `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self' data: blob:",
        // In older Safaris 'self' doesn't include the socket.
        `connect-src 'self' ${dev ? 'ws:' : socket}`,
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].join('; '),
    )
    next()
  }
}
