import { DomainError } from '#app/domain/errors.ts'
import { MAX_UPLOAD_BYTES } from '#app/domain/photoLimits.ts'
import { tooLarge } from '#app/domain/receiptImage.ts'
import type { Services } from '#app/services.server.ts'
import { callerOf } from './caller.ts'
import { isOfType } from './mediaType.ts'
import { refuse } from './refuse.ts'
import type { Asking, Stage } from './stages.ts'
import { createUploadRoom } from './uploadRoom.ts'

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

/** Keeps a photo for signed-in people only, and only while there is room; the action says the rest. */
export function readUpload(services: Services): Stage {
  const room = createUploadRoom()
  return async (req, res, next) => {
    const user = await callerOf(services, req.headers).catch(next)
    if (res.closed || res.headersSent) return
    const userId = user?.id
    const size = Number(req.headers['content-length'] ?? UPLOAD_LIMIT)
    let refused = size > UPLOAD_LIMIT ? tooLarge() : undefined
    if (userId && !refused) {
      const leave = room.enter(userId, size)
      if (leave) res.once('close', leave)
      else refused = tooManyAtOnce()
    }
    const read = await receive(req, {
      keep: userId && !refused ? UPLOAD_LIMIT : 0,
      listen: userId ? LISTEN_LIMIT : UPLOAD_LIMIT,
    })
    if (read === 'gone') return void res.destroy()
    if (read === 'endless') {
      res.setHeader('Connection', 'close')
      return refuse(req, res, 413, tooLarge().message)
    }
    res.locals.body = read
    // A stranger is told to sign in, not how large his photo was.
    if (userId && !read) res.locals.refusedBody = refused ?? tooLarge()
    next()
  }
}

/** The body, or nothing when it was longer than what may be kept. */
async function receive(req: Asking, { keep, listen }: { keep: number; listen: number }) {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > listen) return 'endless'
      if (size <= keep) chunks.push(chunk)
      else chunks.length = 0
    }
  } catch {
    // The sender went away in the middle; nobody is left to answer.
    return 'gone'
  }
  return size <= keep ? Buffer.concat(chunks) : undefined
}

function tooManyAtOnce() {
  return new DomainError('busy', 'Many photos are being sent at the moment. Please try again in a moment.', {
    retryAfter: 10,
  })
}
