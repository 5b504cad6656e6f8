import type { DomainError } from '#app/domain/errors.ts'
import type { Services } from '#app/services.server.ts'
import { askerOf } from '../caller.ts'
import { sendJson } from '../send.ts'
import type { Answer } from '../stages.ts'

/** People read the sentence, programs the status; the log gets what was behind it. */
export function fail(res: Answer, error: DomainError, services?: Services): void {
  const { status, message: msg, fields, retryAfter, cause, audit } = error
  if (audit) services?.audit.note(askerOf(res), audit)
  if (cause) services?.log.warn({ err: cause, id: res.locals.requestId }, msg)
  if (retryAfter) res.setHeader('Retry-After', String(retryAfter))
  if (status === 401) res.setHeader('WWW-Authenticate', 'Bearer')
  sendJson(res, status, { msg, ...(fields && { fields }) })
}
