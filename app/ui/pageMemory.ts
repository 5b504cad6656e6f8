import { type ClientLoaderFunctionArgs, isRouteErrorResponse } from '@remix-run/react'
import { isConnectionTrouble } from './connection.ts'

/** Pages visited in the last five minutes are shown at once, without asking the server again. */
const STALE_AFTER = 5 * 60_000

const pages = new Map<string, { data: unknown; at: number; fresh: boolean }>()

export async function remembered<T>(
  { request, serverLoader }: ClientLoaderFunctionArgs,
  received: (data: T) => void = () => {},
): Promise<T> {
  const { pathname, search } = new URL(request.url)
  const known = pages.get(pathname + search)
  if (known?.fresh && Date.now() - known.at < STALE_AFTER) return known.data as T
  try {
    const data = (await serverLoader<T>()) as T
    received(data)
    pages.set(pathname + search, { data, at: Date.now(), fresh: true })
    return data
  } catch (error) {
    // Better what was last known than no page at all.
    if (known && (isConnectionTrouble(error) || isBusy(error))) return known.data as T
    throw error
  }
}

/** The server, or a proxy in front of it, has no time right now. */
function isBusy(error: unknown): boolean {
  return isRouteErrorResponse(error) && [429, 502, 503, 504].includes(error.status)
}

/** Somebody else may be next at this screen. */
export function erasePages(): void {
  pages.clear()
}

/** After any action, any live event or a reconnect nothing remembered can be trusted. */
export function forgetPages(): void {
  for (const page of pages.values()) page.fresh = false
}
