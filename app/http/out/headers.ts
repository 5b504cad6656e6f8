import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { constants } from 'node:zlib'
import compression from 'compression'
import type { RequestHandler } from 'express'

const ALWAYS = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  // With no-referrer browsers would send `Origin: null` with forms: see checkRequest.ts.
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

export const guestPolicy: RequestHandler = (_req, res, next) => {
  res.setHeader('X-Robots-Tag', 'noindex, nofollow')
  res.setHeader('Referrer-Policy', 'no-referrer')
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

const KB = 1024

/** [bits, for up to so many bytes]. A large window costs time and memory even if the page is short. */
const WINDOWS = [
  [14, 16 * KB],
  [16, 64 * KB],
  // Pages of 500 items stay as small as with the default.
  [20, Number.POSITIVE_INFINITY],
] as const

export function brotliOptions(length: number) {
  const [window] = WINDOWS.find(([, upTo]) => length <= upTo) ?? WINDOWS[0]
  return {
    params: {
      // The first quality that finds repetition across a list's rows, which saves a sixth.
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: window,
    },
  }
}

const ACCEPTED = {
  br: /(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[,;]|$)/,
  gzip: /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[,;]|$)/,
}

export function accepts({ headers }: IncomingMessage, encoding: keyof typeof ACCEPTED): boolean {
  return ACCEPTED[encoding].test(String(headers['accept-encoding'] ?? ''))
}

/** A list, because a compressor's window can't be chosen for each response. */
export const compress = WINDOWS.map(([, upTo], index) => {
  const above = WINDOWS[index - 1]?.[1] ?? 0
  return compression({
    brotli: brotliOptions(upTo),
    filter(req, res) {
      const length = Number(res.getHeader('Content-Length') ?? Number.POSITIVE_INFINITY)
      return !res.locals.isStream && length > above && length <= upTo && compression.filter(req, res)
    },
  })
})
