import type { AccessEnded, ListEvent, ListSeen } from '#app/domain/liveEvents.ts'

type Listener<T> = (event: T) => void

export type EventBus = Awaited<ReturnType<typeof createBus>>

interface Relay {
  send(message: string): void
  close(): Promise<void>
}

export interface RelayListener {
  onMessage(message: string): void
  onReconnect(): void
}

/** Ids without dashes in one string: as they are, those of 200 items don't fit into one message. */
type PackedEvent = Omit<ListEvent, 'itemIDs'> & { ids?: string }

const packed = ({ itemIDs, ...event }: ListEvent): PackedEvent =>
  itemIDs ? { ...event, ids: itemIDs.join(' ').replaceAll('-', '') } : event

function unpacked({ ids, ...event }: PackedEvent): ListEvent {
  const dashed = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return ids === undefined ? event : { ...event, itemIDs: ids.split(' ').map(dashed) }
}

type RelayedMessage = { event: PackedEvent } | { accessEnded: AccessEnded } | { seen: ListSeen }

/** Delivers what `domain/` publishes after a commit, in every process. Without a relay, this is the only one. */
export async function createBus(connectRelay?: (listener: RelayListener) => Promise<Relay>) {
  const events = createListeners<ListEvent>()
  const accessEnded = createListeners<AccessEnded>()
  const seen = createListeners<ListSeen>()
  const missed = createListeners<void>()

  const relay = await connectRelay?.({
    onMessage(message) {
      const relayed = JSON.parse(message) as RelayedMessage
      if ('event' in relayed) events.emit(unpacked(relayed.event))
      else if ('seen' in relayed) seen.emit(relayed.seen)
      else accessEnded.emit(relayed.accessEnded)
    },
    onReconnect: () => missed.emit(),
  })
  const send = (message: RelayedMessage) => relay?.send(JSON.stringify(message))

  return {
    publish(event: ListEvent) {
      events.emit(event)
      send({ event: packed(event) })
    },
    endAccess(ended: AccessEnded) {
      accessEnded.emit(ended)
      send({ accessEnded: ended })
    },
    publishSeen(one: ListSeen) {
      seen.emit(one)
      send({ seen: one })
    },
    onEvent: events.add,
    onAccessEnded: accessEnded.add,
    onSeen: seen.add,
    /** Events of other processes may have been missed. */
    onMissed: missed.add,
    async close() {
      await relay?.close()
    },
  }
}

function createListeners<T>() {
  const listeners = new Set<Listener<T>>()
  return {
    emit(event: T) {
      for (const listener of listeners) listener(event)
    },
    add(listener: Listener<T>) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
