import { type AppLoadContext, data, redirect } from '@remix-run/node'
import { DomainError, type FieldErrors } from '#app/domain/errors.ts'
import type { Draft, Message } from '#app/domain/flashes.ts'
import { flashHeader } from './flash.ts'

/** What a scripted form gets back; a form without script gets a page instead. */
export type Reply =
  | { ok: true; message?: string }
  | { ok: false; message: string; status: number; fields?: FieldErrors }

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

/** An action that worked: data for the script, the page again (with the message) without it. */
export async function done(context: AppLoadContext, path: string, text?: string) {
  if (context.scripted) return data<Reply>({ ok: true, ...(text && { message: text }) })
  return redirectWith(context, path, text ? { message: { kind: 'success', text } } : undefined)
}

/** An action that was refused for a reason people can understand; anything else is thrown on. */
export async function refused(context: AppLoadContext, error: unknown, path: string, draft?: Draft) {
  if (!(error instanceof DomainError)) throw error
  if (error.cause) context.services.log.warn({ err: error.cause, id: context.requestId }, error.message)
  const { message, status, fields, retryAfter } = error
  const headers = new Headers(retryAfter ? { 'Retry-After': String(retryAfter) } : undefined)
  if (context.scripted) {
    return data<Reply>({ ok: false, message, status, ...(fields && { fields }) }, { status, headers })
  }
  const flash = {
    message: { kind: 'error', text: message } as const,
    ...(draft && { draft: { ...draft, ...(fields && { fields }) } }),
  }
  return redirectWith(context, path, flash, headers)
}
