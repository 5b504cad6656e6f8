import type { IncomingHttpHeaders } from 'node:http'
import { userOfToken } from '#app/domain/apiTokens.ts'
import type { Caller } from '#app/domain/audit.ts'
import { type User, userOfSession } from '#app/domain/sessions.ts'
import type { Services } from '#app/services.server.ts'
import { sessionCookie } from './cookies.ts'
import type { Answer } from './stages.ts'

type Headers = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>

/** For the audit lines: where this answer goes, as far as TRUST_PROXY allows us to believe it. */
export function askerOf({ req, locals }: Answer): Caller {
  return { address: req.ip ?? '', requestId: locals.requestId }
}

/** The token of a Bearer header, '' when it has none; undefined when there is no such header. */
export function bearerOf({ authorization }: Headers): string | undefined {
  const bearer = /^bearer(?:$| +(.*)$)/i.exec(authorization ?? '')
  return bearer ? (bearer[1] ?? '') : undefined
}

/** The session's cookie, which counts for nothing beside a token. */
export function sessionOf(services: Services, headers: Headers): string | undefined {
  if (bearerOf(headers) !== undefined) return undefined
  return sessionCookie(services.config).readHeader(headers.cookie)
}

/** The person behind a request of a program, or of a browser. */
export async function callerOf(services: Services, headers: Headers): Promise<User | undefined> {
  const token = bearerOf(headers)
  if (token !== undefined) return userOfToken(services, token)
  const session = sessionOf(services, headers)
  return session ? userOfSession(services, session) : undefined
}
