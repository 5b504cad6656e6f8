import type { ListEvent } from '../domain/events.ts'
import type { Client } from './client.server.ts'

interface Room {
  clients: Set<Client>
  /** The newest that was broadcast here, or 0. */
  revision: number
}

/** The clients subscribed to each list. */
export function createRooms() {
  const rooms = new Map<string, Room>()

  function leave(client: Client, listID: string) {
    client.lists.delete(listID)
    const room = rooms.get(listID)
    room?.clients.delete(client)
    if (room?.clients.size === 0) rooms.delete(listID)
  }

  return {
    join(client: Client, listID: string) {
      client.lists.add(listID)
      const room = rooms.get(listID)
      if (room) room.clients.add(client)
      else rooms.set(listID, { clients: new Set([client]), revision: 0 })
    },
    leave,
    leaveAll(client: Client) {
      for (const listID of client.lists) leave(client, listID)
    },
    revisionOf: (listID: string) => rooms.get(listID)?.revision ?? 0,
    /** Sends the event to everyone in the list's room and returns how many there are. */
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
