import { useSyncExternalStore } from 'react'
import { whenReleased } from './whenReleased.ts'

/** For state outside React. The server and hydration see `onServer`. While something is pressed, pages keep its value. */
export function createNotifier<T>(read: () => T, onServer: T) {
  const listeners = new Set<() => void>()
  let shown: T | undefined
  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    notify: () =>
      whenReleased(() => {
        shown = read()
        for (const listener of listeners) listener()
      }),
    useValue: () =>
      useSyncExternalStore(
        subscribe,
        () => (shown ??= read()),
        () => onServer,
      ),
  }
}
