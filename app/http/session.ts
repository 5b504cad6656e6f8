import type { IncomingMessage } from 'node:http'
import { redirect } from '@remix-run/node'
import { findSession, type Session, type User, userOfSession } from '#app/domain/sessions.ts'
import type { Services } from '#app/services.server.ts'
import { sessionCookie } from './cookies.ts'

/** The person behind a request, by the session cookie alone. */
export async function currentUser(services: Services, request: Request): Promise<User | undefined> {
  const cookie = sessionCookie(services.config).read(request)
  return cookie ? userOfSession(services, cookie) : undefined
}

/** The session behind a socket's handshake, by the same cookie. */
export async function handshakeSession(
  services: Services,
  { headers }: IncomingMessage,
): Promise<Session | undefined> {
  const cookie = sessionCookie(services.config).readHeader(headers.cookie)
  return cookie ? findSession(services, cookie) : undefined
}

/** Only for signed-in people; everybody else goes to the landing page. */
export async function requireUser(services: Services, request: Request): Promise<User> {
  const user = await currentUser(services, request)
  if (!user) throw redirect('/landing', 303)
  return user
}
