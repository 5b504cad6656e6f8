import { DomainError } from '#app/domain/errors.ts'
import { MAX_UPLOAD_BYTES } from '#app/domain/photoLimits.ts'
import { tooLarge } from '#app/domain/receiptImage.ts'
import type { Services } from '#app/services.server.ts'
import { callerOf } from './caller.ts'
import { isOfType } from './mediaType.ts'
import { complaintAbout } from './multipart.ts'
import { refuse } from './refuse.ts'
import type { Asking, Stage } from './stages.ts'
import { createUploadRoom } from './uploadMemory.ts'

/** A photo and the little that multipart puts around it. */
const UPLOAD_LIMIT = MAX_UPLOAD_BYTES + 16_000
/**
 * So much is read and thrown away, so that people hear why: a browser shows a broken connection
 * instead of an answer that comes before it has finished sending.
 */
const LISTEN_LIMIT = 100_000_000

const DOORS: Record<string, RegExp> = {
  POST: /^\/add-receipt\/[^/]+$/,
  PATCH: /^\/api\/v1\/receipt\/[^/]+$/,
}

export function isUpload(req: Asking): boolean {
  return isOfType(req, 'multipart/form-data') && Boolean(DOORS[req.method]?.test(req.path))
}

/** Slower than this, nobody waits for a photo to arrive: it holds memory that others want. */
export interface Pace {
  bytes: number
  ms: number
}
const SLOWEST: Pace = { bytes: 20_000, ms: 10_000 }

/** Keeps a photo for signed-in people only, and only while there is room; the action says the rest. */
export function readUpload(services: Services, slowest = SLOWEST): Stage {
  const room = createUploadRoom()
  return async (req, res, next) => {
    const user = await callerOf(services, req.headers).catch(next)
    if (res.closed || res.headersSent) return
    let refused: DomainError | undefined
    let chunks: Buffer[] = []
    let size = 0
    const refuseUpload = (why: DomainError) => {
      refused ??= why
      chunks = []
      place?.drop()
    }
    const place = user && room.enter(user.id, () => refuseUpload(tooManyAtOnce()))
    if (place) res.once('close', place.leave)
    else if (user) refuseUpload(tooManyAtOnce())
    if (Number(req.headers['content-length'] ?? 0) > UPLOAD_LIMIT) refuseUpload(tooLarge())
    const end = await receive(req, slowest, (chunk) => {
      size += chunk.length
      if (size > (user ? LISTEN_LIMIT : UPLOAD_LIMIT)) return 'endless'
      if (!place || refused) return undefined
      if (size > UPLOAD_LIMIT) refuseUpload(tooLarge())
      else if (place.grow(chunk.length)) chunks.push(chunk)
      else refuseUpload(tooManyAtOnce())
      return undefined
    })
    if (end === 'gone') return void res.destroy()
    if (end !== 'complete') {
      res.setHeader('Connection', 'close')
      if (end === 'endless') return refuse(req, res, 413, tooLarge().message)
      return refuse(req, res, 408, 'The photo arrived too slowly. Please try again on a better connection.')
    }
    place?.complete()
    // A stranger is told to sign in, not how large the photo was.
    if (user && refused) res.locals.refusedBody = refused
    else if (user) {
      const body = Buffer.concat(chunks)
      const complaint = complaintAbout(body, req.headers['content-type'])
      if (complaint) return refuse(req, res, 400, complaint)
      res.locals.body = body
    }
    next()
  }
}

type End = 'complete' | 'gone' | 'endless' | 'slow'

/** Hands over what arrives until it ends; `take` may end it, and so does a client that is too slow. */
function receive(req: Asking, slowest: Pace, take: (chunk: Buffer) => End | undefined): Promise<End> {
  return new Promise((resolve) => {
    let arrived = 0
    const pace = setInterval(() => {
      if (arrived < slowest.bytes) finish('slow')
      arrived = 0
    }, slowest.ms)
    const data = (chunk: Buffer) => {
      arrived += chunk.length
      const end = take(chunk)
      if (end) finish(end)
    }
    const complete = () => finish('complete')
    // The client left in the middle; nobody is there to answer.
    const gone = () => finish('gone')
    function finish(end: End) {
      clearInterval(pace)
      req.off('data', data).off('end', complete).off('close', gone)
      resolve(end)
    }
    req.on('error', gone).on('data', data).once('end', complete).once('close', gone)
  })
}

function tooManyAtOnce() {
  return new DomainError('busy', 'Many photos are being sent at the moment. Please try again in a moment.', {
    retryAfter: 10,
  })
}
