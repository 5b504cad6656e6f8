import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { User } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { MAX_PHOTO_BYTES } from '#app/domain/limitsAndLifetimes.ts'
import type { Services } from '#app/services.ts'
import { userOf } from './auth.ts'
import { checkMultipart, DISCARD_LIMIT, hasContentType, readBody } from './body.ts'
import { createUploadMemory } from './uploadMemory.ts'

const UPLOAD_LIMIT = MAX_PHOTO_BYTES + 16_000

/** The slowest acceptable upload; a slower one holds memory that others need. */
export type Pace = { bytes: number; ms: number }
const SLOWEST: Pace = { bytes: 20_000, ms: 10_000 }

/** The action of a photo that isn't kept finds the reason in `res.locals.uploadError`. */
export function readUpload(services: Services, slowest = SLOWEST): RequestHandler {
  const memory = createUploadMemory()
  return async (req, res, next) => {
    if (!hasContentType(req, 'multipart/form-data')) return readBody(req, res, next)
    let user: User | undefined
    try {
      user = await userOf(services, req.headers)
    } catch (error) {
      return next(error)
    }
    if (res.closed || res.destroyed || req.destroyed) return
    let rejected: DomainError | undefined
    let chunks: Buffer[] = []
    let size = 0
    const reject = (error: DomainError) => {
      rejected ??= error
      chunks = []
      reserved?.drop()
    }
    const reserved = user && memory.reserve(user.id, () => reject(photosBusy()))
    if (reserved) res.once('close', reserved.release)
    else if (user) reject(photosBusy())
    if (Number(req.headers['content-length'] ?? 0) > UPLOAD_LIMIT) reject(tooLarge())
    const end = await receive(req, slowest, (chunk) => {
      size += chunk.length
      if (size > DISCARD_LIMIT) return 'endless'
      if (!reserved || rejected) return undefined
      if (size > UPLOAD_LIMIT) reject(tooLarge())
      else if (reserved.grow(chunk.length)) chunks.push(chunk)
      else reject(photosBusy())
      return undefined
    })
    if (end === 'aborted') return void res.destroy()
    if (end !== 'complete') {
      res.setHeader('Connection', 'close')
      return next(end === 'endless' ? tooLarge() : new DomainError('photo-too-slow'))
    }
    reserved?.complete()
    if (!user) return next()
    if (rejected) {
      res.locals.uploadError = rejected
      return next()
    }
    const body = Buffer.concat(chunks)
    try {
      checkMultipart(body, req.headers['content-type'], res.locals.maxParts)
    } catch (error) {
      return next(error)
    }
    res.locals.body = body
    next()
  }
}

type End = 'complete' | 'aborted' | 'endless' | 'slow'

function receive(req: IncomingMessage, slowest: Pace, onData: (chunk: Buffer) => End | undefined) {
  return new Promise<End>((resolve) => {
    let arrived = 0
    const timer = setInterval(() => {
      if (arrived < slowest.bytes) finish('slow')
      arrived = 0
    }, slowest.ms)
    const data = (chunk: Buffer) => {
      arrived += chunk.length
      const end = onData(chunk)
      if (end) finish(end)
    }
    const complete = () => finish('complete')
    const aborted = () => finish('aborted')
    function finish(end: End) {
      clearInterval(timer)
      req.off('data', data).off('end', complete).off('close', aborted)
      resolve(end)
    }
    req.on('error', aborted).on('data', data).once('end', complete).once('close', aborted)
  })
}

const tooLarge = () => new DomainError('photo-too-large', { bytes: MAX_PHOTO_BYTES })
const photosBusy = () => new DomainError('photos-busy', {}, { retryAfter: 10 })
