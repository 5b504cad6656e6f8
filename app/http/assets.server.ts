import type { RequestHandler } from 'express'
import sirv from 'sirv'

const YEAR = 31_536_000

/** The built client: precompressed when built, and kept forever where the name carries a hash. */
export function builtAssets(folder: string): RequestHandler {
  return sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(res, path) {
      const hashed = path.startsWith('/assets/')
      res.setHeader('Cache-Control', hashed ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600')
    },
  })
}
