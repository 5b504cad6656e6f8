import type { ListEvent } from './events.ts'
import type { Peer } from './client.server.ts'

/** Who listens to which list. */
export function createRooms() {
  const rooms = new Map<string, Set<Peer>>()

  function leave(peer: Peer, listID: string) {
    peer.lists.delete(listID)
    const room = rooms.get(listID)
    room?.delete(peer)
    if (room?.size === 0) rooms.delete(listID)
  }

  return {
    join(peer: Peer, listID: string) {
      peer.lists.add(listID)
      const room = rooms.get(listID)
      if (room) room.add(peer)
      else rooms.set(listID, new Set([peer]))
    },
    leave,
    leaveAll(peer: Peer) {
      for (const listID of peer.lists) leave(peer, listID)
    },
    /** Written once, sent to everybody who listens; answers to how many. */
    tell(event: ListEvent): number {
      const room = rooms.get(event.listID)
      if (!room) return 0
      const { size } = room
      const message = Buffer.from(JSON.stringify(event))
      for (const peer of room) peer.send(message)
      if (event.type === 'listDeleted') for (const peer of room) leave(peer, event.listID)
      return size
    },
  }
}

export type Rooms = ReturnType<typeof createRooms>
