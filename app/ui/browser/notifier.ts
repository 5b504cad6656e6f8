import { useSyncExternalStore } from 'react'

/** For state outside React. The server and hydration see `onServer`. */
export function createNotifier() {
  const listeners = new Set<() => void>()
  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    useValue: <T>(read: () => T, onServer: T): T => useSyncExternalStore(subscribe, read, () => onServer),
  }
}
