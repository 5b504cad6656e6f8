import type { Response } from 'express'
import type { Logger } from 'pino'
import type { DomainError } from '#app/domain/errors.ts'
import { sendJson } from '../sendJson.ts'

/** People read the sentence, programs the status; the log gets what was behind it. */
export function fail(res: Response, error: DomainError, log?: Logger): void {
  const { status, message: msg, fields, retryAfter, cause } = error
  if (cause) log?.warn({ err: cause, id: res.locals.requestId }, msg)
  if (retryAfter) res.set('Retry-After', String(retryAfter))
  if (status === 401) res.set('WWW-Authenticate', 'Bearer')
  sendJson(res, status, { msg, ...(fields && { fields }) })
}
