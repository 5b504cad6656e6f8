import { useSyncExternalStore } from 'react'
import { isKeptDocument } from '#app/offline/keptDocument.ts'

// Whether the server answers, as far as the last requests tell. navigator.onLine only knows whether there is a network.

/** The kept page is only opened without a connection. */
let reachable = !isKeptDocument
const listeners = new Set<() => void>()

export function noteReach(next: boolean): void {
  if (next === reachable) return
  reachable = next
  for (const listener of listeners) listener()
}

export const isReachable = (): boolean => reachable

export function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useIsReachable = (): boolean => useSyncExternalStore(onReach, isReachable, () => true)
