import type { IncomingMessage } from 'node:http'
import type { Request, RequestHandler } from 'express'
import { DomainError } from '#app/domain/errors.ts'
import { checkMultipart } from './multipart.ts'

const KB = 1000
const FORM_LIMIT = 64 * KB
const JSON_LIMIT = 100 * KB
/** Browsers show our response only after sending all of their request, so the rest is read and dropped. */
const DISCARD_LIMIT = 20_000 * KB
/** The longest form is a preview of 200 lines, each with a checkbox. Parsing thousands of fields would block the server. */
const MAX_FIELDS = 450

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']
const API_TYPES = ['application/json', 'text/plain', ...FORM_TYPES]

export function hasContentType({ headers }: IncomingMessage, ...types: string[]): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1)
  return types.includes(type.trim().toLowerCase())
}

/** Reads the whole body first, so that its size is limited and an incomplete one never reaches an action. */
export const readBody: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next()
  const max = hasContentType(req, 'application/json', 'text/plain') ? JSON_LIMIT : FORM_LIMIT
  const chunks: Buffer[] = []
  let size = 0
  const onData = (chunk: Buffer) => {
    size += chunk.length
    if (size > max) return fail(new DomainError('body-too-large', { max }))
    chunks.push(chunk)
  }
  const onEnd = () => {
    const body = Buffer.concat(chunks)
    try {
      checkBody(req, body)
    } catch (error) {
      return fail(error)
    }
    res.locals.body = body
    next()
  }
  function fail(error: unknown) {
    req.off('data', onData).off('end', onEnd)
    discardRest(req, size)
    next(error)
  }
  req.once('error', () => res.destroy())
  if (Number(req.headers['content-length'] ?? 0) > max)
    return fail(new DomainError('body-too-large', { max }))
  req.on('data', onData).once('end', onEnd)
}

function checkBody(req: Request, body: Buffer): void {
  if (body.length === 0) return
  const allowed = req.originalUrl.startsWith('/api/') ? API_TYPES : FORM_TYPES
  const encoding = req.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity' || !hasContentType(req, ...allowed)) {
    throw new DomainError('unsupported-content-type', { allowed })
  }
  checkMultipart(body, req.headers['content-type'])
  if (hasContentType(req, 'application/x-www-form-urlencoded')) checkFieldCount(body)
}

function checkFieldCount(body: Buffer): void {
  let fields = 1
  for (let at = body.indexOf('&'); at >= 0 && fields <= MAX_FIELDS; at = body.indexOf('&', at + 1))
    fields += 1
  if (fields > MAX_FIELDS) throw new DomainError('too-many-fields', { max: MAX_FIELDS })
}

function discardRest(req: IncomingMessage, alreadyRead: number) {
  let size = alreadyRead
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > DISCARD_LIMIT) req.destroy()
  })
}
