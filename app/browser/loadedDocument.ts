import { buildFile } from '#app/remix/inBrowser.ts'

declare global {
  interface Window {
    loadedAddress?: string
    /** When the page began to arrive. On a bad connection, its scripts run much later. */
    loadedAt?: number
  }
}

const here = () => location.pathname + location.search

export const documentScript = 'loadedAddress=location.pathname+location.search;loadedAt=Date.now()'

/** The user went back or forward before the page could react: it still shows the step they left. */
export const hasLeftPage = () => window.loadedAddress !== undefined && window.loadedAddress !== here()

/** Servers of two versions behind one address can't make a page reload without end. */
const RELOAD_AFTER = 10_000

/** For errors of a page that was open while the server was upgraded: its script may not understand the new data. */
export async function reloadIfOutdated(): Promise<void> {
  if (Date.now() - (window.loadedAt ?? 0) < RELOAD_AFTER) return
  // HEAD, because the service worker keeps a copy for GET.
  const request = fetch(buildFile(), { method: 'HEAD', cache: 'no-store' })
  if ((await request.catch(() => undefined))?.status === 404) location.reload()
}
