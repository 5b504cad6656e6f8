import { useSyncExternalStore } from 'react'
import { SECOND } from '#app/domain/time.ts'
import { isKeptDocument } from '#app/offline/keptDocument.ts'

// navigator.onLine only knows whether there is a network, so the last requests decide.

let reachable = !isKeptDocument
const listeners = new Set<() => void>()

export function setServerReachable(next: boolean): void {
  if (next === reachable) return
  reachable = next
  for (const listener of listeners) listener()
}

export const serverReachable = (): boolean => reachable

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useServerReachable = (): boolean => useSyncExternalStore(subscribe, serverReachable, () => true)

export async function probe(): Promise<void> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), 3 * SECOND)
  try {
    const response = await fetch('/livez', { cache: 'no-store', signal: controller.signal })
    // Something in between may answer instead.
    setServerReachable(response.ok && response.headers.has('X-Request-Id'))
  } catch {
    setServerReachable(false)
  } finally {
    clearTimeout(timer)
  }
}
