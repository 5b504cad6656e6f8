import { type ClientLoaderFunctionArgs, isRouteErrorResponse } from '@remix-run/react'
import { isLink } from '#app/acts/act.ts'
import { MINUTE, SECOND } from '#app/domain/time.ts'
import { FAILING } from '#app/offline/keptDocument.ts'
import {
  forgetPage,
  forgetPages,
  keepPage,
  keptEpoch,
  keptPage,
  plainAddress,
} from '#app/offline/keptPages.ts'
import { isSignedOutPage } from '#app/protocol/paths.ts'
import { documentData } from '#app/remix/inBrowser.ts'
import { isNetworkError, reachAfter } from './networkError.ts'
import { createNotifier } from './notifier.ts'
import { beginLoad } from './outbox.ts'
import { pageReader } from './pageReader.ts'
import { serverReachable, setReach } from './serverReachable.ts'
import { released } from './whenReleased.ts'

const STALE_AFTER = 5 * MINUTE
const SLOW_AFTER_MS = 3 * SECOND
/** Once a request has shown that there is no connection, the next ones don't wait as long. */
const SLOW_WITHOUT_CONNECTION_MS = 300

let pages = new Map<string, { data: unknown; loadedAt: number; fresh: boolean }>()

const arrivals = new WeakMap<object, number>()

export const sentAt = (data: object): number | undefined => arrivals.get(data) ?? keptAt(data)

const keptAt = (data: object) =>
  typeof window !== 'undefined' && window.keptPage?.data === data ? window.keptPage.at : undefined

/** Still shown, because the server answers but couldn't send it again. */
const failed = new WeakSet<object>()
let failures = 0
const notifier = createNotifier(() => failures, 0)

function noteFailed(data: object) {
  failed.add(data)
  failures += 1
  notifier.notify()
}

export function useFailed(data: object): boolean {
  notifier.useValue()
  return failed.has(data) || (keptAt(data) !== undefined && document.documentElement.dataset.kept === FAILING)
}

/** Shows pages of the last five minutes without a request, and without a connection pages as they were. */
export async function loadCached<T extends object>(
  { request, serverLoader }: ClientLoaderFunctionArgs,
  options: { accountOf(data: T): string | undefined; onLoaded?(data: T, at: number): void },
): Promise<T> {
  const address = plainAddress(request.url)
  // A response that arrives after the cache was cleared goes to the old map and is dropped with it.
  const cache = pages
  const cached = cache.get(address)
  if (cached?.fresh && Date.now() - cached.loadedAt < STALE_AFTER) return cached.data as T

  function remember(data: T, at: number, fresh: boolean) {
    arrivals.set(data, at)
    if (fresh) endLoad(data)
    cache.set(address, { data, loadedAt: at, fresh })
    options.onLoaded?.(data, at)
    return data
  }

  async function load(): Promise<T> {
    const epoch = keptEpoch()
    epoch.catch(() => {})
    const data = (await serverLoader<T>()) as T
    const { keptPage: opened } = window
    if (opened?.data === data) return remember(data, opened.at, false)
    setReach(true)
    const account = options.accountOf(data)
    if (isSomebodyElse(account)) return openDocument(request.url)
    const at = arrivalOf(data)
    if (account !== undefined && !offlineDisabled())
      epoch.then((epoch) => keepPage({ address, account, data, at, epoch, ...reading() })).catch(() => {})
    return remember(data, at, true)
  }

  async function copy(): Promise<T | undefined> {
    const stale = pages.get(address)
    if (stale) return stale.data as T
    const kept = pages === cache ? await keptPage(request.url).catch(() => undefined) : undefined
    return kept && pages === cache ? remember(kept.data as T, kept.at, false) : undefined
  }

  const endLoad = beginLoad()
  const loading = load()
  try {
    const answer = await Promise.race([
      loading,
      slow(serverReachable() ? SLOW_AFTER_MS : SLOW_WITHOUT_CONNECTION_MS),
    ])
    if (answer) return answer
    const old = await copy()
    if (!old) return await loading
    setReach(false)
    loading.catch(() => {})
    return old
  } catch (error) {
    if (isSignedOut(error, request.url)) forgetUser()
    else if (error instanceof Response) forgetPage(request.url).catch(() => {})
    if (isNetworkError(error)) setReach(await reachAfter(error))
    const old = isTemporary(error) && (await copy())
    if (!old) throw error
    if (serverReachable()) noteFailed(old)
    return old
  } finally {
    await released()
  }
}

/** The server has written the data for this document's reader. */
export function reading() {
  const { language, formats, timeZone } = pageReader()
  return { language, formats, timeZone }
}

let user: string | undefined

function isSomebodyElse(account: string | undefined): boolean {
  if (account === undefined || isLink(account)) return false
  user ??= account
  return user !== account
}

/** Leaves this document, so that nothing of it or of its user stays in memory. */
export function openDocument(url: string): Promise<never> {
  clearPageCache()
  const address = new URL(url)
  address.searchParams.delete('beside')
  location.assign(address)
  return new Promise(() => {})
}

export const slow = (ms = SLOW_AFTER_MS) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))

function arrivalOf(data: object): number {
  return (documentData().includes(data) && window.loadedAt) || Date.now()
}

export const offlineDisabled = (): boolean => document.documentElement.dataset.offline === 'off'

export const isFresh = (address: string): boolean => pages.get(plainAddress(address))?.fresh !== false

function isSignedOut(error: unknown, base: string): boolean {
  if (isRouteErrorResponse(error)) return error.status === 401
  if (!(error instanceof Response)) return false
  const location = error.headers.get('Location')
  return error.status === 401 || (location !== null && isSignedOutPage(new URL(location, base)))
}

/** Remix has an error of the server for a plain one, without its status. */
export const isTemporary = (error: unknown): boolean =>
  isRouteErrorResponse(error)
    ? error.status === 429 || error.status >= 500
    : error instanceof Error && error.name !== 'AbortError'

export function clearPageCache(): void {
  pages = new Map()
}

/** Nothing of the previous user may stay, except their outbox, which waits for them. */
export function forgetUser(): void {
  clearPageCache()
  forgetPages().catch(() => {})
}

export function expirePageCache(): void {
  for (const page of pages.values()) page.fresh = false
}

export function expireThisPage(): void {
  const page = pages.get(plainAddress(location.href))
  if (page) page.fresh = false
}
