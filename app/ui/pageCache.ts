import { type ClientLoaderFunctionArgs, isRouteErrorResponse } from '@remix-run/react'
import { isNetworkError } from './networkError.ts'

/** Pages visited in the last five minutes are shown at once, without asking the server again. */
const STALE_AFTER = 5 * 60_000

let pages = new Map<string, { data: unknown; at: number; fresh: boolean }>()

export async function loadCached<T>(
  { request, serverLoader }: ClientLoaderFunctionArgs,
  received: (data: T) => void = () => {},
): Promise<T> {
  const { pathname, search } = new URL(request.url)
  const page = pathname + search
  // An answer that arrives after these were erased is not kept.
  const own = pages
  const known = own.get(page)
  if (known?.fresh && Date.now() - known.at < STALE_AFTER) return known.data as T
  try {
    const data = (await serverLoader<T>()) as T
    received(data)
    own.set(page, { data, at: Date.now(), fresh: true })
    return data
  } catch (error) {
    if (isSignedOut(error, request.url)) clearPageCache()
    // Better what was last known than no page at all, unless it was erased meanwhile.
    const last = pages.get(page)
    if (last && (isNetworkError(error) || isBusy(error))) return last.data as T
    throw error
  }
}

/** The pages to which the server sends people who are not signed in. */
export function isSignedOutPage({ pathname }: URL): boolean {
  return pathname === '/landing' || pathname === '/login'
}

function isSignedOut(error: unknown, base: string): boolean {
  if (isRouteErrorResponse(error)) return error.status === 401
  if (!(error instanceof Response)) return false
  const location = error.headers.get('Location')
  return error.status === 401 || (location !== null && isSignedOutPage(new URL(location, base)))
}

/** The server, or a proxy in front of it, has no time right now. */
function isBusy(error: unknown): boolean {
  return isRouteErrorResponse(error) && [429, 502, 503, 504].includes(error.status)
}

/** Somebody else may be next at this screen. */
export function clearPageCache(): void {
  pages = new Map()
}

/** After any action, any live event or a reconnect nothing loadCached can be trusted. */
export function expirePageCache(): void {
  for (const page of pages.values()) page.fresh = false
}
