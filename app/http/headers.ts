import { randomUUID } from 'node:crypto'
import type { Stage } from './stages.ts'

const ALWAYS = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  // no-referrer would make browsers send `Origin: null` with forms.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'private, no-store',
})

const FOR_PROGRAMS = "default-src 'none'; frame-ancestors 'none'"

/** Browsers' own guards, told what this app needs and nothing more. */
export function securityHeaders({ https, dev }: { https: boolean; dev: boolean }): Stage {
  return (req, res, next) => {
    for (const [name, value] of ALWAYS) res.setHeader(name, value)
    // Never on plain http: a box in the cupboard has no certificate, and HSTS would lock people out.
    if (https) res.setHeader('Strict-Transport-Security', 'max-age=31536000')
    if (req.path.startsWith('/api/v1/')) {
      res.setHeader('Content-Security-Policy', FOR_PROGRAMS)
      return next()
    }
    const nonce = randomUUID()
    res.locals.nonce = nonce
    const socket = `${https ? 'wss' : 'ws'}://${req.headers.host}`
    res.setHeader(
      'Content-Security-Policy',
      [
        "default-src 'self'",
        `script-src 'self' 'nonce-${nonce}'`,
        // sonner writes style attributes and a style element of its own.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        // Older Safaris do not count the socket as 'self'.
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
