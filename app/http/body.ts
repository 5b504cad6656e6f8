import type { Services } from '#app/services.server.ts'
import { isOfType } from './mediaType.ts'
import { complaintAbout } from './multipart.ts'
import { refuse } from './refuse.ts'
import type { Asking, Stage } from './stages.ts'
import { isUpload, type Pace, readUpload } from './uploads.ts'

const KB = 1000
const FORM_LIMIT = 64 * KB
const JSON_LIMIT = 100 * KB
/** A browser shows our answer only after its upload was taken off its hands, so some of it is. */
const DISCARDED = 20_000 * KB

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

function limitFor(req: Asking): number {
  return isOfType(req, 'application/json') ? JSON_LIMIT : FORM_LIMIT
}

function isOfKnownType(req: Asking): boolean {
  const known = req.path.startsWith('/api/') ? [...FORMS, 'application/json'] : FORMS
  const encoding = req.headers['content-encoding'] ?? 'identity'
  return encoding === 'identity' && isOfType(req, ...known)
}

/**
 * Reads the whole body before anything looks at it, so that size is limited in total and a body
 * that breaks off never reaches an action.
 */
export function readBody(services: Services, slowest?: Pace): Stage {
  const upload = readUpload(services, slowest)
  return (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') return next()
    return isUpload(req) ? upload(req, res, next) : readForm(req, res, next)
  }
}

const readForm: Stage = (req, res, next) => {
  const limit = limitFor(req)
  const chunks: Buffer[] = []
  let size = 0
  const give = (status: number, sentence: string) => {
    req.off('data', take).off('end', done)
    discard(req, size)
    refuse(req, res, status, sentence)
  }
  const tooLarge = () => give(413, `This is too much at once: ${limit / KB} kB are allowed.`)
  const take = (chunk: Buffer) => {
    size += chunk.length
    if (size > limit) return tooLarge()
    chunks.push(chunk)
  }
  const done = () => {
    if (size > 0 && !isOfKnownType(req)) return give(415, 'What was sent is not a form.')
    const body = Buffer.concat(chunks)
    const complaint = complaintAbout(body, req.headers['content-type']) ?? tooManyFields(req, body)
    if (complaint) return give(400, complaint)
    res.locals.body = body
    next()
  }
  // The sender went away in the middle; nobody is left to answer.
  req.once('error', () => res.destroy())
  if (Number(req.headers['content-length'] ?? 0) > limit) return tooLarge()
  req.on('data', take).once('end', done)
}

/** A shared text of 200 lines is the longest form. Thousands of fields take their time to be read. */
const MOST_FIELDS = 300

function tooManyFields(req: Asking, body: Buffer): string | undefined {
  if (!isOfType(req, 'application/x-www-form-urlencoded')) return undefined
  let fields = 1
  for (let at = body.indexOf('&'); at >= 0 && fields <= MOST_FIELDS; at = body.indexOf('&', at + 1))
    fields += 1
  return fields > MOST_FIELDS ? `A form can have up to ${MOST_FIELDS} fields.` : undefined
}

function discard(req: Asking, alreadyRead: number) {
  let size = alreadyRead
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > DISCARDED) req.destroy()
  })
}
