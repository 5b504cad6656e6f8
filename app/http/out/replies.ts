import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type AppLoadContext, data, type HeadersFunction, redirect } from '@remix-run/node'
import type { ErrorRequestHandler, Request as ExpressRequest, Response as ExpressResponse } from 'express'
import { isMissingRight } from '#app/domain/access/access.ts'
import type { Caller } from '#app/domain/audit.ts'
import { DomainError, type ErrorCode, fromDatabaseError } from '#app/domain/errors.ts'
import { type Draft, type Flash, findFlash, type Message, saveFlash } from '#app/domain/flashes.ts'
import type { WithChange } from '#app/domain/history/changes.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { itemIn, type Repeated } from '#app/domain/write.ts'
import { flashCookie } from '#app/http/in/cookies.ts'
import { acceptsJson, callerOf } from '#app/http/in/requestContext.ts'
import type { FailedReply, Refusal, Reply } from '#app/protocol/reply.ts'
import type { Services } from '#app/services.ts'
import { fieldTexts, textOf } from '#app/words/errorText.ts'
import { formValues } from '#app/words/formValues.ts'
import { ENGLISH, type Reader } from '#app/words/reader.ts'
import { sendJson, sendText } from './send.ts'

export async function redirectWith(
  { services }: AppLoadContext,
  path: string,
  flash?: Flash,
  headers = new Headers(),
) {
  if (flash) headers.append('Set-Cookie', flashCookie(services.config).set(await saveFlash(services, flash)))
  return redirect(path, { status: 303, headers })
}

export async function readFlash(services: Services, request: Request) {
  const id = flashCookie(services.config).read(request)
  const flash = id && (await findFlash(services, id))
  return flash ? { ...flash, id } : undefined
}

export type Done = Pick<Message, 'isUndo' | 'alternative' | 'atHome'> & {
  /** The path is another page than the form's: script opens it, too. */
  leads?: boolean
  message?: string
  kind?: 'error' | undefined
  change?: string | null
}

export async function done(
  context: AppLoadContext,
  path: string,
  { message, kind, change, isUndo, alternative, atHome, leads = false }: Done = {},
  headers = new Headers(),
) {
  const offer = {
    ...(change && { change }),
    ...(isUndo && { isUndo }),
    ...(alternative && { alternative }),
    ...(atHome && { atHome }),
  }
  // A request of Remix follows the redirect.
  if (context.wantsJson || (context.scripted && !leads)) {
    const reply: Reply = { ok: true, ...(message && { message }), ...(kind && { kind }), ...offer }
    return replyWith(context, { ...reply, ...(leads && { leadsTo: path }) }, { status: 200, headers })
  }
  const shown: Message | undefined = message
    ? { kind: kind ?? 'success', text: message, ...offer }
    : undefined
  return redirectWith(context, path, shown && { message: shown }, headers)
}

/** Nothing is said if nothing changed. */
export function undoable<T extends WithChange>(
  result: T | undefined,
  describe: (result: T) => string | undefined,
): Done {
  if (!result?.change) return {}
  const message = describe(result)
  return { change: result.change, ...(message && { message }) }
}

/** What one item's reply offers to undo. Repeated, it is said again. */
export const undoableItem = (
  result: (Item & WithChange) | Repeated | undefined,
  describe: (item: Item) => string,
): Done =>
  undoable(result, (result) => {
    const item = itemIn(result)
    return item && describe(item)
  })

/** A missing right is a 403 without script too. */
export async function refused(
  context: AppLoadContext,
  error: unknown,
  path: string,
  { prefix, draft: values }: { prefix?: string; draft?: Draft['values'] } = {},
) {
  const isData = context.scripted || context.wantsJson
  if (!isData && isMissingRight(error)) throw error
  const failure = expectedFailure(context, error)
  const reply = replyTo(failure, prefix)
  const headers = new Headers(failure.headers)
  if (isData) return replyWith(context, reply, { status: failure.status, headers })
  const draft = values && { values, ...(failure.fields && { fields: failure.fields }) }
  const message: Message = { kind: 'error', text: reply.message }
  return redirectWith(context, path, { message, ...(draft && { draft }) }, headers)
}

export function refusedHere(
  context: AppLoadContext,
  error: unknown,
  values: Draft['values'],
  prefix?: string,
) {
  const failure = expectedFailure(context, error)
  const kept = Object.entries(values).filter(([name]) => !/password/i.test(name))
  const refusal: Refusal = {
    ...replyTo(failure, prefix),
    values: Object.fromEntries(kept),
    attempt: context.requestId,
  }
  return data(refusal, { status: failure.status, headers: failure.headers })
}

/** For failures the spec ignores. What waits in the browser must learn what happened to it. */
export async function ignoreFailure<T>(context: AppLoadContext, work: () => Promise<T>, op?: string) {
  try {
    return await work()
  } catch (error) {
    if (isMissingRight(error) || op !== undefined) throw error
    const { code } = expectedFailure(context, error)
    context.services.log.info({ id: context.requestId, code }, 'ignored a failure')
    return undefined
  }
}

export function expectedFailure(context: AppLoadContext, error: unknown): Failure {
  if (!(fromDatabaseError(error) instanceof DomainError)) throw error
  return failureFrom(error, context.services, context, context.reader)
}

export function replyWith(context: AppLoadContext, reply: Reply, init?: ResponseInit) {
  return context.wantsJson ? Response.json(reply, init) : data(reply, init)
}

export interface Failure {
  status: number
  code: ErrorCode
  msg: string
  fields: Record<string, string> | undefined
  headers: Record<string, string>
  details: Pick<FailedReply, 'seen' | 'theirs' | 'currency' | 'deleted'>
}

type Log = Pick<Services, 'log' | 'audit'>

/** The one place where errors become responses. None contains a stack. */
export function failureFrom(thrown: unknown, { log, audit }: Log, caller: Caller, reader = ENGLISH): Failure {
  const { requestId } = caller
  const error = fromDatabaseError(thrown)
  if (!(error instanceof DomainError)) {
    log.error({ err: error, id: requestId }, 'unexpected error')
    return describe(new DomainError('internal-error', { requestId: requestId ?? '' }), reader)
  }
  const failure = describe(error, reader)
  if (error.audit) audit.note(caller, error.audit)
  if (error.cause) log.warn({ err: error.cause, id: requestId }, textOf(ENGLISH, error))
  return failure
}

function describe(error: DomainError, reader: Reader): Failure {
  const { status, code, params, retryAfter } = error
  const headers: Record<string, string> = {}
  if (retryAfter) headers['Retry-After'] = String(retryAfter)
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer'
  if ('allowed' in params && code === 'method-not-allowed') headers.Allow = params.allowed.join(', ')
  const msg = textOf(reader, error)
  return { status, code, msg, fields: fieldTexts(reader, error), headers, details: detailsOf(error, reader) }
}

function detailsOf(error: DomainError, reader: Reader): Failure['details'] {
  if (isFailure(error, 'item-changed')) {
    const { updatedAt, currency } = error.params
    return { seen: updatedAt, theirs: formValues(reader, error.params, currency), currency }
  }
  if (isFailure(error, 'item-deleted')) {
    const { itemID, mayRestore } = error.params
    return { deleted: { itemID, mayRestore } }
  }
  return {}
}

export const isFailure = <Code extends ErrorCode>(
  error: DomainError,
  code: Code,
): error is DomainError<Code> => error.code === code

export function replyTo({ msg, status, code, fields, details }: Failure, prefix?: string): FailedReply {
  const message = prefix ? `${prefix} ${msg}` : msg
  return { ok: false, message, status, code, ...(fields && { fields }), ...details }
}

export function errorHandler(services: Services): ErrorRequestHandler {
  return (error, req, res, _next) => {
    if (!res.headersSent)
      return sendFailure(req, res, failureFrom(error, services, callerOf(res), res.locals.reader))
    services.log.error({ err: error, id: res.locals.requestId }, 'streaming failed')
    // The client must not take part of a response for all of it.
    res.destroy()
  }
}

function sendFailure(req: ExpressRequest, res: ExpressResponse, failure: Failure) {
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
