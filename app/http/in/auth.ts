import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type AppLoadContext, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { User } from '#app/domain/access/actors.ts'
import { userOfToken } from '#app/domain/accounts/apiTokens.ts'
import { findSession, userOfSession } from '#app/domain/accounts/sessions.ts'
import type { Visitor } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import { listPath } from '#app/protocol/paths.ts'
import type { Services } from '#app/services.ts'
import { sessionCookie } from './cookies.ts'

type AuthHeaders = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>

export function bearerToken({ authorization }: AuthHeaders): string | undefined {
  const bearer = /^bearer(?:$| +(.*)$)/i.exec(authorization ?? '')
  return bearer ? (bearer[1] ?? '') : undefined
}

export function sessionOf(services: Services, headers: AuthHeaders): string | undefined {
  if (bearerToken(headers) !== undefined) return undefined
  return sessionCookie(services.config).readHeader(headers.cookie)
}

export async function userOf(services: Services, headers: AuthHeaders): Promise<User | undefined> {
  const token = bearerToken(headers)
  if (token !== undefined) return userOfToken(services, token)
  const session = sessionOf(services, headers)
  return session ? userOfSession(services, session) : undefined
}

export async function requireApiUser(services: Services, { method, headers }: IncomingMessage) {
  const user = await userOf(services, headers)
  if (user) {
    services.userLimits.consumeRequest(user.id, method ?? 'GET')
    return user
  }
  const isToken = bearerToken(headers) !== undefined
  throw new DomainError('not-signed-in', {}, isToken ? { audit: { event: 'token-refused' } } : {})
}

export async function currentUser(services: Services, request: Request): Promise<User | undefined> {
  const cookie = sessionCookie(services.config).read(request)
  const user = cookie ? await userOfSession(services, cookie) : undefined
  // A tab that was left open doesn't know that somebody else has signed in: what it sends is not theirs.
  const account = request.headers.get('X-Larder-Account')
  if (user && account !== null && account !== user.id) return undefined
  if (user) services.userLimits.consumeRequest(user.id, request.method)
  return user
}

export async function requireUser(services: Services, request: Request, publicPage = '/landing') {
  const user = await currentUser(services, request)
  if (user) return user
  const isJsonPost = request.method === 'POST' && request.headers.get('Accept') === 'application/json'
  throw isJsonPost ? new DomainError('not-signed-in') : redirect(publicPage, 303)
}

/** The loader of routes that only act: an address opened by hand leads to the lists. */
export async function redirectToLists({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context.services, request)
  return redirect(`/?userID=${user.id}`, 303)
}

export const redirectToList = ({ params }: LoaderFunctionArgs) => redirect(listPath(params.id ?? ''), 303)

export async function userOfRequest(context: AppLoadContext, request: Request): Promise<User | undefined> {
  const { services } = context
  const header = (name: string) => request.headers.get(name) ?? undefined
  const headers = { authorization: header('Authorization'), cookie: header('Cookie') }
  const user = await userOf(services, headers)
  if (user) services.userLimits.consumeRequest(user.id, request.method)
  else if (bearerToken(headers) !== undefined) services.audit.note(context, { event: 'token-refused' })
  return user
}

export function visitorOf({ services, address, requestId }: AppLoadContext, request: Request): Visitor {
  return { address, requestId, session: sessionCookie(services.config).read(request) }
}

export async function handshakeSession(services: Services, { headers }: IncomingMessage) {
  const cookie = sessionCookie(services.config).readHeader(headers.cookie)
  const session = cookie ? await findSession(services, cookie) : undefined
  if (session) services.userLimits.consumeRequest(session.user.id, 'GET')
  return session
}
