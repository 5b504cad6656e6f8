import type { Request, RequestHandler } from 'express'
import { refuse } from './refuse.ts'

const KB = 1000
const FORM_LIMIT = 64 * KB
const JSON_LIMIT = 100 * KB

function limitFor(req: Request): number {
  return req.is('application/json') ? JSON_LIMIT : FORM_LIMIT
}

/**
 * Reads the whole body before anything looks at it, so that size is limited in total and a body
 * that breaks off never reaches an action.
 */
export const readBody: RequestHandler = async (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next()
  const limit = limitFor(req)
  const tooLarge = () => {
    res.set('Connection', 'close')
    refuse(req, res, 413, `This is too much at once: ${limit / KB} kB are allowed.`)
  }
  if (Number(req.headers['content-length'] ?? 0) > limit) return tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of req) {
      size += chunk.length
      if (size > limit) return tooLarge()
      chunks.push(chunk)
    }
  } catch {
    // The sender went away in the middle; nobody is left to answer.
    res.destroy()
    return
  }
  res.locals.body = Buffer.concat(chunks)
  next()
}
