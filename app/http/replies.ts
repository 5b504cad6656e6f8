import { type AppLoadContext, data, redirect } from '@remix-run/node'
import { DomainError } from '#app/domain/errors.ts'
import type { Draft, Message } from '#app/domain/flashes.ts'
import { noteFailure, replyInit, replyTo } from './errors.ts'
import { flashHeader } from './flash.ts'
import type { Refusal, Reply } from '../ui/reply.ts'

/** 303: whatever the method was, the next page is fetched with GET. */
export async function redirectWith(
  { services }: AppLoadContext,
  path: string,
  flash?: { message?: Message; draft?: Draft },
  headers = new Headers(),
) {
  if (flash) headers.append('Set-Cookie', await flashHeader(services, flash))
  return redirect(path, { status: 303, headers })
}

/** The same reply in the form in which the asking script reads it. */
function answer(context: AppLoadContext, reply: Reply, init?: { status: number; headers: Headers }) {
  return context.wantsJson ? Response.json(reply, init) : data(reply, init)
}

/** An action that worked: data for the script, the page again (with the message) without it. */
export async function done(context: AppLoadContext, path: string, text?: string) {
  if (context.scripted || context.wantsJson)
    return answer(context, { ok: true, ...(text && { message: text }) })
  return redirectWith(context, path, text ? { message: { kind: 'success', text } } : undefined)
}

interface Refused {
  /** Stands before the reason: 'Item edit failed!' */
  prefix?: string
  /** What was typed, for the form on the page that follows. */
  draft?: Draft['values']
}

/** An action-only route that was refused: data for the script, else back to its page with the reason. */
export async function refused(context: AppLoadContext, error: unknown, path: string, more: Refused = {}) {
  const { reply, headers } = explain(context, error, more.prefix)
  if (context.scripted || context.wantsJson) return answer(context, reply, { status: reply.status, headers })
  const draft = more.draft && { values: more.draft, ...(reply.fields && { fields: reply.fields }) }
  const message: Message = { kind: 'error', text: reply.message }
  return redirectWith(context, path, { message, ...(draft && { draft }) }, headers)
}

/** A page's own action that was refused: the page itself answers, and never with a password in it. */
export function refusedHere(
  context: AppLoadContext,
  error: unknown,
  values: Draft['values'],
  prefix?: string,
) {
  const { reply, headers } = explain(context, error, prefix)
  const { password: _, ...kept } = values
  const refusal: Refusal = { ...reply, values: kept, attempt: context.requestId }
  return data(refusal, { status: reply.status, headers })
}

/** Failures that the spec ignores: the screen returns to the truth, and the log knows the cause. */
export async function ignored(context: AppLoadContext, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { reply } = explain(context, error)
    context.services.log.info({ id: context.requestId, reason: reply.message }, 'ignored a failure')
  }
}

/** Reasons that people can understand; anything else is a bug and is thrown on. */
function explain(context: AppLoadContext, error: unknown, prefix?: string) {
  if (!(error instanceof DomainError)) throw error
  noteFailure(context, error)
  const reply = replyTo(error)
  if (prefix) reply.message = `${prefix} ${error.message}`
  return { reply, headers: replyInit(error).headers }
}
