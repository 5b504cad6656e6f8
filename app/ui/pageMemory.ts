import type { ClientLoaderFunctionArgs } from '@remix-run/react'

/** Pages visited in the last five minutes are shown at once, without asking the server again. */
const STALE_AFTER = 5 * 60_000

const pages = new Map<string, { data: unknown; at: number }>()

export async function remembered<T>(
  { request, serverLoader }: ClientLoaderFunctionArgs,
  now = Date.now(),
): Promise<T> {
  const { pathname, search } = new URL(request.url)
  const known = pages.get(pathname + search)
  if (known && now - known.at < STALE_AFTER) return known.data as T
  const data = await serverLoader<T>()
  pages.set(pathname + search, { data, at: now })
  return data as T
}

/** After any action, any live event, a reconnect or a logout nothing remembered can be trusted. */
export function forgetPages(): void {
  pages.clear()
}
