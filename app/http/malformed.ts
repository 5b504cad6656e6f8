import type { IncomingMessage } from 'node:http'
import { refuse } from './refuse.ts'
import type { Stage } from './stages.ts'

const LONGEST_URL = 8192
const LONGEST_PATH = 1_000
const PAGE_METHODS = ['GET', 'HEAD', 'POST']
const HOST = /^(?:[a-z0-9](?:[a-z0-9_.-]{0,253})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** What no page and no program of ours would ever send ends here, with a sentence. */
export const refuseMalformed: Stage = (req, res, next) => {
  if (req.originalUrl.length > LONGEST_URL || req.path.length > LONGEST_PATH)
    return refuse(req, res, 414, 'This address is too long.')
  if (!isReadable(req.originalUrl)) return refuse(req, res, 400, 'This address cannot be read.')
  // The API knows better which methods it takes where.
  if (!PAGE_METHODS.includes(req.method) && !req.path.startsWith('/api/v1/')) {
    res.setHeader('Allow', PAGE_METHODS.join(', '))
    return refuse(req, res, 405, 'This method is not used here.')
  }
  if (!hasOneHost(req)) return refuse(req, res, 400, 'The Host header cannot be read.')
  if (req.method !== 'POST' && carriesBody(req) && PAGE_METHODS.includes(req.method)) {
    res.setHeader('Connection', 'close')
    return refuse(req, res, 400, 'A request that only reads cannot carry anything.')
  }
  next()
}

function isReadable(url: string): boolean {
  if (!url.startsWith('/') || url.includes('\\')) return false
  const [path = '', query = ''] = url.split('?', 2)
  // No page has one, and a thousand of them keep Remix's patterns busy.
  if (path.includes('//')) return false
  // Remix's first way of asking for data: ours never does, and it would be logged as our mistake.
  if (/_data|%/.test(query) && new URLSearchParams(query).has('_data')) return false
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

/** Nearly every request asks for the same one. */
let lastGoodHost = ''

function isHost(host: string): boolean {
  if (host === lastGoodHost) return true
  const good = HOST.test(host) && URL.canParse(`http://${host}`)
  if (good) lastGoodHost = host
  return good
}

function hasOneHost({ headers: { host = '' }, rawHeaders }: IncomingMessage): boolean {
  // Of two Host headers Node shows the first, and something in front of us may believe the second.
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1
  }
  return count === 1 && isHost(host)
}

function carriesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
