import type { Actor } from '#app/domain/access/access.ts'
import type { ListEvent } from '../domain/events.ts'
import type { Client } from './client.server.ts'

export function createRooms() {
  const rooms = new Map<string, { clients: Set<Client>; revision: number }>()

  function leave(client: Client, listID: string) {
    client.subscriptions.get(listID)?.end()
    client.subscriptions.delete(listID)
    const room = rooms.get(listID)
    room?.clients.delete(client)
    if (room?.clients.size === 0) rooms.delete(listID)
  }

  const clientsIn = (listID: string) => [...(rooms.get(listID)?.clients ?? [])]

  return {
    join(client: Client, listID: string, actor: Actor, expiry?: Expiry) {
      client.subscriptions.get(listID)?.end()
      client.subscriptions.set(listID, { actor, end: expiry ? startTimer(expiry) : () => {} })
      const room = rooms.get(listID)
      if (room) room.clients.add(client)
      else rooms.set(listID, { clients: new Set([client]), revision: 0 })
    },
    leave,
    leaveAll(client: Client) {
      for (const listID of client.subscriptions.keys()) leave(client, listID)
    },
    clientsIn,
    revisionOf: (listID: string) => rooms.get(listID)?.revision ?? 0,
    broadcast(event: ListEvent): number {
      const room = rooms.get(event.listID)
      if (!room) return 0
      room.revision = Math.max(room.revision, event.revision)
      const { clients } = room
      const { size } = clients
      const message = Buffer.from(JSON.stringify(event))
      for (const client of clients) client.sendSerialized(message)
      if (event.type === 'listDeleted') for (const client of clients) leave(client, event.listID)
      return size
    },
  }
}

export type Rooms = ReturnType<typeof createRooms>

interface Expiry {
  at: number
  onExpiry(): void
}

const MAX_TIMEOUT = 2 ** 31 - 1

function startTimer({ at, onExpiry }: Expiry): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const left = at - Date.now()
    timer = left > MAX_TIMEOUT ? setTimeout(wait, MAX_TIMEOUT) : setTimeout(onExpiry, Math.max(0, left))
    timer.unref()
  }
  wait()
  return () => clearTimeout(timer)
}
