import type { Config } from '#app/config/config.server.ts'
import { SESSION_MAX, TOKEN_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { DAY } from '#app/domain/time.ts'

// `__Host-` binds a cookie to this host, but needs https, which a server at home may not have.
// SameSite=Lax is the second layer behind checkRequest.ts.
function createCookie(config: Config, name: string, maxAge: number, path = '/') {
  const secure = config.BASE_URL?.startsWith('https:') ?? false
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const full = secure ? `${path === '/' ? '__Host-' : '__Secure-'}${name}` : name
  return {
    read: (request: Request) => readCookie(request.headers.get('Cookie'), full),
    readHeader: (header: string | undefined) => readCookie(header, full),
    set: (value: string) => `${full}=${value}; ${attributes}; Max-Age=${maxAge}`,
    clear: () => `${full}=; ${attributes}; Max-Age=0`,
  }
}

function readCookie(header: string | null | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

export const sessionCookie = (config: Config) => createCookie(config, 'session', SESSION_MAX / 1000)

/** For the confirmation link: in this browser, who opens it has registered. */
export const registrationCookie = (config: Config) =>
  createCookie(config, 'registration', TOKEN_LIFETIME.verify / 1000)

/** Which version of the stylesheet the browser has loaded, and since when. */
export const stylesCookie = (config: Config) => createCookie(config, 'styles', (365 * DAY) / 1000)

export const languageCookie = (config: Config) => createCookie(config, 'language', (365 * DAY) / 1000)

export const flashCookie = (config: Config) => createCookie(config, 'flash', 60)

/** A secret, which tells people with the same link apart. */
export const guestKeyCookie = (config: Config) => createCookie(config, 'guest-key', (365 * DAY) / 1000, '/s')

/** How a guest looks at lists. For all links in this browser. */
export const viewCookie = (config: Config) => createCookie(config, 'view', (365 * DAY) / 1000, '/s')

/** The name a guest gave, percent-encoded. For all links in this browser. */
export const guestCookie = (config: Config) => createCookie(config, 'guest', (365 * DAY) / 1000, '/s')
