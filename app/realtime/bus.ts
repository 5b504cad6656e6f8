import type { AccessEnded, ListEvent } from './events.ts'

type Listener<T> = (event: T) => void

/** Carries what `domain/` publishes after its commits to whoever listens in this process. */
export interface EventBus {
  publish(event: ListEvent): void
  endAccess(ended: AccessEnded): void
  onEvent(listener: Listener<ListEvent>): () => void
  onAccessEnded(listener: Listener<AccessEnded>): () => void
}

export function createBus(): EventBus {
  const events = new Set<Listener<ListEvent>>()
  const endings = new Set<Listener<AccessEnded>>()
  return {
    publish: (event) => tell(events, event),
    endAccess: (ended) => tell(endings, ended),
    onEvent: (listener) => join(events, listener),
    onAccessEnded: (listener) => join(endings, listener),
  }
}

function join<T>(listeners: Set<T>, listener: T) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function tell<T>(listeners: Set<Listener<T>>, event: T) {
  for (const listener of listeners) listener(event)
}
