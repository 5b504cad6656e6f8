import type { RequestHandler } from 'express'
import { refuse } from './refuse.ts'

const LONGEST_URL = 8192
const PAGE_METHODS = ['GET', 'HEAD', 'POST']
const API_METHODS = [...PAGE_METHODS, 'PATCH', 'DELETE']
const HOST = /^(?:[a-z0-9](?:[a-z0-9_.-]{0,253})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** What no page and no program of ours would ever send ends here, with a sentence. */
export const refuseMalformed: RequestHandler = (req, res, next) => {
  const methods = req.path.startsWith('/api/') ? API_METHODS : PAGE_METHODS
  if (!methods.includes(req.method)) {
    res.set('Allow', methods.join(', '))
    return refuse(req, res, 405, 'This method is not used here.')
  }
  if (req.originalUrl.length > LONGEST_URL) return refuse(req, res, 414, 'This address is too long.')
  if (!isReadable(req.originalUrl)) return refuse(req, res, 400, 'This address cannot be read.')
  if (!HOST.test(req.headers.host ?? '')) return refuse(req, res, 400, 'The Host header cannot be read.')
  next()
}

function isReadable(url: string): boolean {
  if (!url.startsWith('/') || url.startsWith('//') || url.includes('\\')) return false
  try {
    const decoded = decodeURIComponent(url.split('?', 1)[0] ?? '')
    return !decoded.includes('\0')
  } catch {
    return false
  }
}
