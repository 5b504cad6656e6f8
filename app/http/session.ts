import type { IncomingMessage } from 'node:http'
import { type AppLoadContext, redirect } from '@remix-run/node'
import type { Visitor } from '#app/domain/accounts.ts'
import { findSession, type Session, type User, userOfSession } from '#app/domain/sessions.ts'
import type { Services } from '#app/services.server.ts'
import { bearerOf, callerOf } from './caller.ts'
import { sessionCookie } from './cookies.ts'

/** The person behind a request, by the session cookie alone; refused when he asks too much. */
export async function currentUser(services: Services, request: Request): Promise<User | undefined> {
  const cookie = sessionCookie(services.config).read(request)
  const user = cookie ? await userOfSession(services, cookie) : undefined
  if (user) services.userLimits.take(user.id, request.method)
  return user
}

/** The same where programs come, too, which have a token instead. */
export async function currentCaller(context: AppLoadContext, request: Request): Promise<User | undefined> {
  const { services } = context
  const header = (name: string) => request.headers.get(name) ?? undefined
  const headers = { authorization: header('Authorization'), cookie: header('Cookie') }
  const user = await callerOf(services, headers)
  if (user) services.userLimits.take(user.id, request.method)
  else if (bearerOf(headers) !== undefined) services.audit.note(context, { event: 'token-refused' })
  return user
}

/** Somebody at the door, who may want to sign in. */
export function visitorOf({ services, address, requestId }: AppLoadContext, request: Request): Visitor {
  return { address, requestId, session: sessionCookie(services.config).read(request) }
}

/** The session behind a socket's handshake, by the same cookie and within the same limits. */
export async function handshakeSession(
  services: Services,
  { headers }: IncomingMessage,
): Promise<Session | undefined> {
  const cookie = sessionCookie(services.config).readHeader(headers.cookie)
  const session = cookie ? await findSession(services, cookie) : undefined
  if (session) services.userLimits.take(session.user.id, 'GET')
  return session
}

/** Only for signed-in people; everybody else goes to the landing page. */
export async function requireUser(services: Services, request: Request): Promise<User> {
  const user = await currentUser(services, request)
  if (!user) throw redirect('/landing', 303)
  return user
}
