import sirv from 'sirv'
import type { Stage } from './stages.ts'

const YEAR = 31_536_000
/** Say something about a page; on scripts and styles they are only bytes, a dozen times a visit. */
const ABOUT_PAGES = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-Frame-Options',
  'X-Request-Id',
]

/** The built client: precompressed when built, and kept forever where the name carries a hash. */
export function builtAssets(folder: string): Stage {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(res, path) {
      const hashed = path.startsWith('/assets/')
      if (hashed) for (const name of ABOUT_PAGES) res.removeHeader(name)
      res.setHeader('Cache-Control', hashed ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600')
    },
  })
  return (req, res, next) => {
    const { range } = req.headers
    if (range === undefined) return serve(req, res, next)
    // sirv breaks on some of them. HTTP allows to send everything, and these files are small.
    req.headers.range = undefined
    serve(req, res, () => {
      req.headers.range = range
      next()
    })
  }
}
