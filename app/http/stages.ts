import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { DomainError } from '#app/domain/errors.ts'
import type { Proxies } from './clientAddress.ts'

// What a request passes before Express, which only the pages need and which costs a program's small
// question a third more. See docs/decisions/062-the-api-stands-before-express.md

/** A request with what is asked of it everywhere, under the names Express has for it. */
export interface Asking extends IncomingMessage {
  method: string
  url: string
  originalUrl: string
  /** Of the address, what stands before the question mark. */
  path: string
  /** As far as TRUST_PROXY allows us to believe what is said about them. */
  ip?: string | undefined
  protocol: string
}

export interface Answer extends ServerResponse<Asking> {
  locals: Notes
}

/** What one stage finds out for those behind it. */
interface Notes {
  requestId: string
  nonce?: string
  body?: Buffer | undefined
  /** Why the body was not kept: an upload that was too large, or one too many at once. */
  refusedBody?: DomainError
}

declare global {
  namespace Express {
    interface Locals extends Notes {}
  }
}

export type Next = (error?: unknown) => void
export type Stage = (req: Asking, res: Answer, next: Next) => void

type Last = (req: Asking, res: Answer) => void
export type Failed = (error: unknown, req: Asking, res: Answer) => void

/** One after the other, each deciding whether the next has its turn. */
export function inOrder(stages: Stage[], last: Last, failed: Failed): Last {
  return stages.reduceRight<Last>(
    (rest, stage) => (req, res) => {
      try {
        stage(req, res, (error) => (error ? failed(error, req, res) : rest(req, res)))
      } catch (error) {
        failed(error, req, res)
      }
    },
    last,
  )
}

/** Gives a request its number and the names above. Express keeps what it finds. */
export function introduce({ addressOf, protocolOf }: Proxies, first: Last): RequestListener {
  return (message, response) => {
    const req = message as Asking
    const res = response as Answer
    const question = req.url.indexOf('?')
    req.originalUrl = req.url
    req.path = question < 0 ? req.url : req.url.slice(0, question)
    req.ip = addressOf(req)
    req.protocol = protocolOf(req)
    const requestId = randomUUID().replaceAll('-', '').slice(0, 16)
    res.locals = { requestId }
    // The log, the packing and the piping of an answer all want to know when it ends.
    res.setMaxListeners(20)
    res.setHeader('X-Request-Id', requestId)
    first(req, res)
  }
}
