import type { Asker } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import { listFor } from '#app/domain/lists.ts'
import { openSessions } from '#app/domain/sessions.ts'
import type { Services } from '#app/services.server.ts'
import type { ClientMessage } from './messages.ts'
import type { Peer } from './client.server.ts'
import type { Rooms } from './rooms.server.ts'

const MOST_LISTS = 50

interface Door {
  services: Services
  rooms: Rooms
  asker: Asker
}

/** What the server does about one message of a peer. */
export async function answer(door: Door, peer: Peer, message: ClientMessage) {
  if (!peer.isOpen()) return
  switch (message.type) {
    case 'subscribe':
      return subscribe(door, peer, message.listID)
    case 'unsubscribe':
      return door.rooms.leave(peer, message.listID)
    case 'message':
      return peer.tell({ type: 'message', text: message.text, ok: true })
  }
}

async function subscribe({ services, rooms, asker }: Door, peer: Peer, listID: string) {
  const { id, user } = peer.session
  const open = await openSessions(services, [id])
  if (!open.has(id)) return peer.dismiss('signed out')
  try {
    await listFor(services, user, listID)
    if (!peer.isOpen()) return
    if (!peer.lists.has(listID) && peer.lists.size >= MOST_LISTS) {
      return peer.dismiss('too many lists')
    }
    rooms.join(peer, listID)
    // Read again after joining: whatever changes from here on is told, so nothing falls in between.
    const { revision } = await listFor(services, user, listID)
    peer.tell({ type: 'subscribed', listID, revision })
  } catch (error) {
    rooms.leave(peer, listID)
    if (!(error instanceof DomainError)) throw error
    if (error.audit) services.audit.note(asker, error.audit)
    peer.tell({ type: 'refused', listID })
  }
}
