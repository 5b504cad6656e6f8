import { type AppLoadContext, data, type HeadersFunction, type ServerBuild } from '@remix-run/node'
import { DomainError } from '#app/domain/errors.ts'
import type { Reply } from '../ui/reply.ts'

interface Handled {
  context: AppLoadContext
}

/** Every expected failure that a loader or action lets go becomes an answer with its status and sentence. */
export function withSentences(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const { loader, action, default: page, handle } = route.module
    const guarded = {
      ...route.module,
      ...(loader && {
        loader: guard(isDownload(handle) ? neverAsData(loader) : loader, (_, error) =>
          asThrown(error, page !== undefined),
        ),
      }),
      ...(action && {
        action: guard(action, ({ context }, error) => {
          // Our script shows a reply where it belongs; an error would take the whole page away.
          if (context.scripted) return data<Reply>(replyTo(error), replyInit(error))
          return asThrown(error, page !== undefined)
        }),
      }),
      // Remix itself would answer with something unexpected of the server.
      ...(!action && !page && { action: onlyToRead }),
    }
    return [id, { ...route, module: guarded }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

/** What a route exports as `handle` when it sends files: `{ download: true }`. */
function isDownload(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'download' in handle && handle.download === true
}

/** As data for our script, Remix would read a whole file into one text before it sends any of it. */
function neverAsData<Args extends Handled, Result>(loader: (args: Args) => Result) {
  return (args: Args) => {
    if (args.context.scripted) throw new Response('There is nothing at this address.\n', { status: 404 })
    return loader(args)
  }
}

function onlyToRead(): never {
  throw new Response('This method is not used here.\n', { status: 405, headers: { Allow: 'GET, HEAD' } })
}

function guard<Args extends Handled, Result, Answer>(
  handler: (args: Args) => Result,
  answer: (args: Args, error: DomainError) => Answer,
) {
  return async (args: Args) => {
    try {
      return await handler(args)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      noteFailure(args.context, error)
      return answer(args, error)
    }
  }
}

function asThrown(error: DomainError, isPage: boolean): never {
  throw isPage ? toResponse(error) : new Response(`${error.message}\n`, replyInit(error))
}

/** What a scripted form can show. */
export function replyTo({ message, status, fields }: DomainError): Extract<Reply, { ok: false }> {
  return { ok: false, message, status, ...(fields && { fields }) }
}

/** For the root's error page, which shows the sentence. */
export function toResponse(error: DomainError): Response {
  return Response.json({ sentence: error.message }, replyInit(error))
}

export function replyInit({ status, retryAfter }: DomainError) {
  return { status, headers: new Headers(retryAfter ? { 'Retry-After': String(retryAfter) } : undefined) }
}

/** People read the sentence; the log gets what was behind it, and who was refused what. */
export function noteFailure(context: AppLoadContext, { message, cause, audit }: DomainError): void {
  const { services, requestId } = context
  if (audit) services.audit.note(context, audit)
  if (cause) services.log.warn({ err: cause, id: requestId }, message)
}

/** A page whose action or failure has headers of its own to say (Retry-After, Refresh). */
export const passHeaders: HeadersFunction = ({ actionHeaders, errorHeaders, parentHeaders }) => {
  const headers = new Headers(parentHeaders)
  for (const [name, value] of errorHeaders ?? actionHeaders) {
    if (name !== 'set-cookie') headers.set(name, value)
  }
  return headers
}
