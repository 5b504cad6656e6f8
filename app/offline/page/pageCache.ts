import { type ClientLoaderFunctionArgs, isRouteErrorResponse } from '@remix-run/react'
import { isLink } from '#app/acts/act.ts'
import { MINUTE, SECOND } from '#app/domain/time.ts'
import { forgetPages, keepPage, keptEpoch, keptPage, plainAddress } from '#app/offline/pages.ts'
import type { KeptPage } from '#app/offline/schema.ts'
import { isNetworkError } from '#app/ui/browser/networkError.ts'
import { setServerReachable } from './serverReachable.ts'

const STALE_AFTER = 5 * MINUTE
/** Then an older copy is shown. The answer may still come. */
const SLOW_AFTER_MS = 3 * SECOND

let pages = new Map<string, { data: unknown; loadedAt: number; fresh: boolean }>()

let begun = 0
const loads = new WeakMap<object, { number: number; at: number }>()

/** How many loads have begun. What the server did before a load began is in its data. */
export const loadsBegun = (): number => begun

/** The number of the load that brought this data; 0 for the page as it was opened. */
export const loadOf = (data: object): number => loads.get(data)?.number ?? 0

/** When the server sent this data, by this device's clock. */
export const sentAt = (data: object): number | undefined => loads.get(data)?.at ?? keptAt(data)

/** The page that was opened is shown before its loader runs. */
const keptAt = (data: object) =>
  typeof window !== 'undefined' && window.keptPage?.data === data ? window.keptPage.at : undefined

interface Options<T> {
  /** The page is kept for this account, to show it without a connection. */
  accountOf(data: T): string | undefined
  onLoaded?(data: T, at: number): void
}

/**
 * A client loader: pages visited in the last five minutes are shown without a request, and without a connection a page
 * is shown as it was.
 */
export async function loadCached<T extends object>(
  { request, serverLoader }: ClientLoaderFunctionArgs,
  { accountOf, onLoaded = () => {} }: Options<T>,
): Promise<T> {
  const address = plainAddress(request.url)
  // A response that arrives after the cache was cleared goes to the old map and is dropped with it.
  const cache = pages
  const cached = cache.get(address)
  if (cached?.fresh && Date.now() - cached.loadedAt < STALE_AFTER) return cached.data as T

  function remember(data: T, at: number, fresh: boolean) {
    loads.set(data, { number: fresh ? number : 0, at })
    cache.set(address, { data, loadedAt: at, fresh })
    onLoaded(data, at)
    return data
  }

  async function load(): Promise<T> {
    const epoch = keptEpoch().catch(() => undefined)
    const data = (await serverLoader<T>()) as T
    const { keptPage: opened } = window
    if (opened?.data === data) return remember(data, opened.at, false)
    setServerReachable(true)
    const account = accountOf(data)
    if (isSomebodyElse(account)) return reloadForNewUser(request.url)
    const at = arrivalOf(data)
    void keep({ address, account, data, at }, epoch)
    return remember(data, at, true)
  }

  async function copy(): Promise<T | undefined> {
    const stale = pages.get(address)
    if (stale) return stale.data as T
    const kept = pages === cache ? await keptPage(request.url).catch(() => undefined) : undefined
    return kept && pages === cache ? remember(kept.data as T, kept.at, false) : undefined
  }

  begun += 1
  const number = begun
  const loading = load()
  try {
    const answer = await Promise.race([loading, slow()])
    if (answer) return answer
    const old = await copy()
    if (!old) return await loading
    setServerReachable(false)
    loading.catch(() => {})
    return old
  } catch (error) {
    if (isSignedOut(error, request.url)) forgetUser()
    if (!isTemporary(error)) throw error
    if (isNetworkError(error)) setServerReachable(false)
    // Old data beats an error page, unless it was cleared in the meantime.
    const old = await copy()
    if (old) return old
    throw error
  }
}

/** The user whose pages this document shows. */
let user: string | undefined

function isSomebodyElse(account: string | undefined): boolean {
  if (account === undefined || isLink(account)) return false
  user ??= account
  return user !== account
}

/** In a new document, so that nothing of the user before stays in memory. */
function reloadForNewUser(url: string): Promise<never> {
  clearPageCache()
  const address = new URL(url)
  address.searchParams.delete('beside')
  location.assign(address)
  return new Promise(() => {})
}

const slow = () => new Promise<undefined>((resolve) => setTimeout(resolve, SLOW_AFTER_MS))

function arrivalOf(data: object): number {
  const inDocument = Object.values(window.__remixContext?.state.loaderData ?? {})
  return (inDocument.includes(data) && window.loadedAt) || Date.now()
}

interface Loaded extends Pick<KeptPage, 'address' | 'data' | 'at'> {
  account: string | undefined
}

async function keep({ account, ...page }: Loaded, epoch: Promise<number | undefined>): Promise<void> {
  if (account === undefined || offlineDisabled()) return
  const begunIn = await epoch
  // The page works without it.
  if (begunIn !== undefined) await keepPage({ ...page, account, epoch: begunIn }).catch(() => {})
}

/** By the server's setting OFFLINE. */
export const offlineDisabled = (): boolean => document.documentElement.dataset.offline === 'off'

/** False if the page's latest data was to be reloaded and is not here yet. */
export function isFresh(address: string): boolean {
  return pages.get(plainAddress(address))?.fresh !== false
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

export function clearPageCache(): void {
  pages = new Map()
}

/** For a change of user: nothing of the previous one may stay. Their outbox waits for them. */
export function forgetUser(): void {
  clearPageCache()
  forgetPages().catch(() => {})
}

/** After an action, a live event or a reconnect: reload before showing a page again. */
export function expirePageCache(): void {
  for (const page of pages.values()) page.fresh = false
}
