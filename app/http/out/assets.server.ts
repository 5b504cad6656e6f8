import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Request, RequestHandler } from 'express'
import type { Config } from '#app/config/config.server.ts'
import { sha256 } from '#app/domain/hash.ts'
import { accepts } from './compress.ts'

const YEAR = 31_536_000
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
/** The service worker and its page, so that a new version or setting takes effect with the next request. */
const ALWAYS_CHECKED = /^\/sw[\w-]*\.js$|\.html$/
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const
/** Headers that only matter for pages; on a dozen scripts and styles a visit they waste bytes. */
const PAGE_HEADERS = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-Frame-Options',
  'X-Request-Id',
]

interface Asset {
  type: string
  etag: string
  bytes: Buffer
  compressed: Map<string, Buffer | undefined>
}

// Streaming from disk kept a file open for each client that left in the middle.
// See docs/decisions/067-serve-assets-from-memory.md
export function builtAssets(folder: string, { OFFLINE }: Pick<Config, 'OFFLINE'>): RequestHandler {
  const assets = readAssets(folder)
  // A service worker that deletes what the other one kept, and itself.
  const off = assets.get('/sw-off.js')
  if (OFFLINE === 'off' && off) assets.set('/sw.js', off)
  return (req, res, next) => {
    const asset = req.method === 'GET' || req.method === 'HEAD' ? assets.get(req.path) : undefined
    if (!asset) return next()
    const hashed = req.path.startsWith('/assets/')
    if (hashed) for (const name of PAGE_HEADERS) res.removeHeader(name)
    const unhashed = ALWAYS_CHECKED.test(req.path) ? 'no-cache' : 'public, max-age=3600'
    res.setHeader('Cache-Control', hashed ? `public, max-age=${YEAR}, immutable` : unhashed)
    res.setHeader('Vary', 'Accept-Encoding')
    res.setHeader('ETag', asset.etag)
    if (req.headers['if-none-match']?.includes(asset.etag)) {
      res.statusCode = 304
      return void res.end()
    }
    const { encoding, bytes } = negotiate(asset, req)
    if (encoding) res.setHeader('Content-Encoding', encoding)
    res.setHeader('Content-Type', asset.type)
    res.setHeader('Content-Length', bytes.length)
    res.end(bytes)
  }
}

function negotiate({ compressed, bytes }: Asset, req: Request) {
  for (const { name } of ENCODINGS) {
    const smaller = compressed.get(name)
    if (smaller && accepts(req, name)) return { encoding: name, bytes: smaller }
  }
  return { encoding: undefined, bytes }
}

function readAssets(folder: string): Map<string, Asset> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = new Map(
    paths.map((path) => [path.slice(folder.length).replaceAll('\\', '/'), readFileSync(path)]),
  )
  const assets = new Map<string, Asset>()
  for (const [path, bytes] of files) {
    const type = TYPES[extname(path)]
    if (!type) continue
    const compressed: Asset['compressed'] = new Map(
      ENCODINGS.map(({ name, ending }) => [name, files.get(path + ending)]),
    )
    // Weak, because all encodings share it.
    const etag = `W/"${sha256(bytes, 'base64url').slice(0, 22)}"`
    assets.set(path, { type, etag, bytes, compressed })
  }
  return assets
}
