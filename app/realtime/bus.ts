import type { AccessEnded, ListEvent } from '../domain/events.ts'

type Listener<T> = (event: T) => void

/** Delivers the events that `domain/` publishes after a commit to their subscribers in this process. */
export interface EventBus {
  publish(event: ListEvent): void
  endAccess(ended: AccessEnded): void
  /** Subscribes; the returned function unsubscribes. */
  onEvent(listener: Listener<ListEvent>): () => void
  onAccessEnded(listener: Listener<AccessEnded>): () => void
}

export function createBus(): EventBus {
  const eventListeners = new Set<Listener<ListEvent>>()
  const accessEndedListeners = new Set<Listener<AccessEnded>>()
  return {
    publish: (event) => emit(eventListeners, event),
    endAccess: (ended) => emit(accessEndedListeners, ended),
    onEvent: (listener) => subscribe(eventListeners, listener),
    onAccessEnded: (listener) => subscribe(accessEndedListeners, listener),
  }
}

function subscribe<T>(listeners: Set<T>, listener: T) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function emit<T>(listeners: Set<Listener<T>>, event: T) {
  for (const listener of listeners) listener(event)
}
