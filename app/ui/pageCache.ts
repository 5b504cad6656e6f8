import { type ClientLoaderFunctionArgs, isRouteErrorResponse } from '@remix-run/react'
import { MINUTE } from '#app/domain/time.ts'
import { isNetworkError } from './networkError.ts'

const STALE_AFTER = 5 * MINUTE

let pages = new Map<string, { data: unknown; loadedAt: number; fresh: boolean }>()

/** A client loader: pages visited in the last five minutes are shown without a request. */
export async function loadCached<T>(
  { request, serverLoader }: ClientLoaderFunctionArgs,
  onLoaded: (data: T) => void = () => {},
): Promise<T> {
  const url = plain(request.url)
  // A response that arrives after the cache was cleared goes to the old map and is dropped with it.
  const cache = pages
  const cached = cache.get(url)
  if (cached?.fresh && Date.now() - cached.loadedAt < STALE_AFTER) return cached.data as T
  try {
    const data = (await serverLoader<T>()) as T
    onLoaded(data)
    cache.set(url, { data, loadedAt: Date.now(), fresh: true })
    return data
  } catch (error) {
    if (isSignedOut(error, request.url)) clearPageCache()
    // Stale data beats an error page, unless it was cleared in the meantime.
    const stale = pages.get(url)
    if (stale && isTemporary(error)) return stale.data as T
    throw error
  }
}

/** A page is the same page with a dialog open or beside a list. */
function plain(address: string): string {
  const { pathname, searchParams } = new URL(address)
  for (const name of ['dialog', 'itemID', 'beside']) searchParams.delete(name)
  return `${pathname}?${searchParams}`
}

/** False if the page's latest data was to be reloaded and is not here yet. */
export function isFresh(address: string): boolean {
  return pages.get(plain(address))?.fresh !== false
}

/** The pages the server redirects signed-out visitors to. */
export function isSignedOutPage({ pathname }: URL): boolean {
  return pathname === '/landing' || pathname === '/login'
}

function isSignedOut(error: unknown, base: string): boolean {
  if (isRouteErrorResponse(error)) return error.status === 401
  if (!(error instanceof Response)) return false
  const location = error.headers.get('Location')
  return error.status === 401 || (location !== null && isSignedOutPage(new URL(location, base)))
}

/** A failure on the way, or of the server or a proxy in front of it. */
export function isTemporary(error: unknown): boolean {
  return isNetworkError(error) || isServerBusy(error)
}

function isServerBusy(error: unknown): boolean {
  return isRouteErrorResponse(error) && [429, 502, 503, 504].includes(error.status)
}

/** For a change of user: nothing of the previous one may stay in memory. */
export function clearPageCache(): void {
  pages = new Map()
}

/** After an action, a live event or a reconnect: reload before showing a page again. */
export function expirePageCache(): void {
  for (const page of pages.values()) page.fresh = false
}
