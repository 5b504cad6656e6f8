import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'

/** Browsers' own guards, told what this app needs and nothing more. */
export function securityHeaders({ https, dev }: { https: boolean; dev: boolean }): RequestHandler {
  return (req, res, next) => {
    const nonce = randomBytes(16).toString('base64')
    res.locals.nonce = nonce
    const socket = `${https ? 'wss' : 'ws'}://${req.headers.host}`
    res.set({
      'Content-Security-Policy': [
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
      'X-Content-Type-Options': 'nosniff',
      // no-referrer would make browsers send `Origin: null` with forms.
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'X-Frame-Options': 'DENY',
      'Cache-Control': 'private, no-store',
    })
    // Never on plain http: a box in the cupboard has no certificate, and HSTS would lock people out.
    if (https) res.set('Strict-Transport-Security', 'max-age=31536000')
    next()
  }
}
