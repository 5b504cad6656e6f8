import { type AppLoadContext, data, redirect } from '@remix-run/node'
import { isMissingRight } from '#app/domain/access/access.ts'
import { DomainError, fromDatabaseError } from '#app/domain/errors.ts'
import { type Draft, type Flash, findFlash, type Message, saveFlash } from '#app/domain/flashes.ts'
import type { WithChange } from '#app/domain/history/changes.ts'
import { isRepeated, type Repeated } from '#app/domain/write.ts'
import { flashCookie } from '#app/http/in/cookies.ts'
import type { Refusal, Reply } from '#app/protocol/reply.ts'
import type { Services } from '#app/services.ts'
import { type Failure, failureFrom, replyTo } from './failures.ts'

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

type Done = { message?: string; change?: string | null; isUndo?: boolean }

export async function done(
  context: AppLoadContext,
  path: string,
  { message, change, isUndo }: Done = {},
  headers = new Headers(),
) {
  const undo = { ...(change && { change }), ...(isUndo && { isUndo }) }
  if (context.scripted || context.wantsJson)
    return replyWith(context, { ok: true, ...(message && { message }), ...undo }, { status: 200, headers })
  const shown: Message | undefined = message ? { kind: 'success', text: message, ...undo } : undefined
  return redirectWith(context, path, shown && { message: shown }, headers)
}

/** Nothing is said if nothing changed now. */
export function undoable<T extends WithChange>(
  result: T | Repeated | undefined,
  describe: (result: T) => string,
): Done {
  return result?.change ? said(result, describe) : {}
}

/** The same for acts that say something even if nothing changed. */
export function said<T extends WithChange>(result: T | Repeated, describe: (result: T) => string): Done {
  return { change: result.change, ...(!isRepeated(result) && { message: describe(result) }) }
}

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
    const { msg } = expectedFailure(context, error)
    context.services.log.info({ id: context.requestId, reason: msg }, 'ignored a failure')
    return undefined
  }
}

export function expectedFailure(context: AppLoadContext, error: unknown): Failure {
  if (!(fromDatabaseError(error) instanceof DomainError)) throw error
  return failureFrom(error, context.services, context)
}

export function replyWith(context: AppLoadContext, reply: Reply, init?: ResponseInit) {
  return context.wantsJson ? Response.json(reply, init) : data(reply, init)
}
