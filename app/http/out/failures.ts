import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HeadersFunction } from '@remix-run/node'
import type { ErrorRequestHandler, Response as ExpressResponse, Request } from 'express'
import type { Caller } from '#app/domain/audit.ts'
import { DomainError, type ErrorCode, fromDatabaseError } from '#app/domain/errors.ts'
import { acceptsJson, callerOf } from '#app/http/in/requestContext.ts'
import { fieldTexts, textOf } from '#app/messages/errorText.ts'
import { formValues } from '#app/messages/formValues.ts'
import type { FailedReply } from '#app/protocol/reply.ts'
import type { Services } from '#app/services.ts'
import { sendJson, sendText } from './send.ts'

export interface Failure {
  status: number
  code: ErrorCode
  msg: string
  fields: Record<string, string> | undefined
  headers: Record<string, string>
  details: Pick<FailedReply, 'seen' | 'theirs' | 'deleted'>
}

type Log = Pick<Services, 'log' | 'audit'>

/** The one place where errors become responses. None contains a stack. */
export function failureFrom(thrown: unknown, { log, audit }: Log, caller: Caller): Failure {
  const { requestId } = caller
  const error = fromDatabaseError(thrown)
  if (!(error instanceof DomainError)) {
    log.error({ err: error, id: requestId }, 'unexpected error')
    return describe(new DomainError('internal-error', { requestId: requestId ?? '' }))
  }
  const failure = describe(error)
  if (error.audit) audit.note(caller, error.audit)
  if (error.cause) log.warn({ err: error.cause, id: requestId }, failure.msg)
  return failure
}

function describe(error: DomainError): Failure {
  const { status, code, params, retryAfter } = error
  const headers: Record<string, string> = {}
  if (retryAfter) headers['Retry-After'] = String(retryAfter)
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer'
  if ('allowed' in params && code === 'method-not-allowed') headers.Allow = params.allowed.join(', ')
  return { status, code, msg: textOf(error), fields: fieldTexts(error), headers, details: detailsOf(error) }
}

function detailsOf(error: DomainError): Failure['details'] {
  if (isFailure(error, 'item-changed')) {
    return { seen: error.params.updatedAt, theirs: formValues(error.params) }
  }
  if (isFailure(error, 'item-deleted')) {
    const { itemID, mayRestore } = error.params
    return { deleted: { itemID, mayRestore } }
  }
  return {}
}

const isFailure = <Code extends ErrorCode>(error: DomainError, code: Code): error is DomainError<Code> =>
  error.code === code

export function replyTo({ msg, status, code, fields, details }: Failure, prefix?: string): FailedReply {
  const message = prefix ? `${prefix} ${msg}` : msg
  return { ok: false, message, status, code, ...(fields && { fields }), ...details }
}

export function errorHandler(services: Services): ErrorRequestHandler {
  return (error, req, res, _next) => {
    if (!res.headersSent) return sendFailure(req, res, failureFrom(error, services, callerOf(res)))
    services.log.error({ err: error, id: res.locals.requestId }, 'streaming failed')
    // The client must not take part of a response for all of it.
    res.destroy()
  }
}

function sendFailure(req: Request, res: ExpressResponse, failure: Failure) {
  const { status, code, msg, fields, headers } = failure
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  if (req.originalUrl.startsWith('/api/')) sendJson(res, status, { msg, code, ...(fields && { fields }) })
  else if (req.method === 'POST' && acceptsJson(req)) sendJson(res, status, replyTo(failure))
  else sendText(res, status, `${msg}\n`)
}

export const textResponse = ({ status, msg, headers }: Failure): Response =>
  new Response(`${msg}\n`, { status, headers })

export const pageResponse = ({ status, code, msg, headers }: Failure): Response =>
  Response.json({ code, sentence: msg }, { status, headers })

export function writeFailure(socket: Duplex, { status, msg, headers }: Failure): void {
  const body = `${msg}\n`
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: text/plain; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  )
}

export const passHeaders: HeadersFunction = ({ actionHeaders, errorHeaders, parentHeaders }) => {
  const headers = new Headers(parentHeaders)
  for (const [name, value] of errorHeaders ?? actionHeaders) {
    if (name !== 'set-cookie') headers.set(name, value)
  }
  return headers
}
