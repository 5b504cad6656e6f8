import type { ListEvent } from '../domain/events.ts'
import type { Client } from './client.server.ts'

/** The clients subscribed to each list. */
export function createRooms() {
  const rooms = new Map<string, Set<Client>>()

  function leave(client: Client, listID: string) {
    client.lists.delete(listID)
    const room = rooms.get(listID)
    room?.delete(client)
    if (room?.size === 0) rooms.delete(listID)
  }

  return {
    join(client: Client, listID: string) {
      client.lists.add(listID)
      const room = rooms.get(listID)
      if (room) room.add(client)
      else rooms.set(listID, new Set([client]))
    },
    leave,
    leaveAll(client: Client) {
      for (const listID of client.lists) leave(client, listID)
    },
    /** Sends the event to everyone in the list's room and returns how many there are. */
    broadcast(event: ListEvent): number {
      const room = rooms.get(event.listID)
      if (!room) return 0
      const { size } = room
      const message = Buffer.from(JSON.stringify(event))
      for (const client of room) client.sendSerialized(message)
      if (event.type === 'listDeleted') for (const client of room) leave(client, event.listID)
      return size
    },
  }
}

export type Rooms = ReturnType<typeof createRooms>
