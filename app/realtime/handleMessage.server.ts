import { DomainError } from '#app/domain/errors.ts'
import { listFor } from '#app/domain/lists.ts'
import { openSessions } from '#app/domain/sessions.ts'
import type { Services } from '#app/services.ts'
import type { Client } from './client.server.ts'
import type { ClientMessage } from './messages.ts'
import type { Rooms } from './rooms.server.ts'

const MAX_LISTS = 50

interface Context {
  services: Services
  rooms: Rooms
}

export async function handleMessage(context: Context, client: Client, message: ClientMessage) {
  if (!client.isOpen()) return
  switch (message.type) {
    case 'subscribe':
      return subscribe(context, client, message.listID)
    case 'unsubscribe':
      return context.rooms.leave(client, message.listID)
    case 'message':
      return client.send({ type: 'message', text: message.text, ok: true })
  }
}

async function subscribe({ services, rooms }: Context, client: Client, listID: string) {
  const { id, user } = client.session
  const open = await openSessions(services, [id])
  if (!open.has(id)) return client.close('signed out')
  try {
    await listFor(services.db, user, listID, 'view')
    if (!client.isOpen()) return
    if (!client.lists.has(listID) && client.lists.size >= MAX_LISTS) {
      return client.close('too many lists')
    }
    rooms.join(client, listID)
    // Read after joining, so that no change falls between the revision and the first event.
    const { revision } = await listFor(services.db, user, listID, 'view')
    // An event that overtook the read is newer.
    client.send({ type: 'subscribed', listID, revision: Math.max(revision, rooms.revisionOf(listID)) })
  } catch (error) {
    rooms.leave(client, listID)
    if (!(error instanceof DomainError)) throw error
    if (error.audit) services.audit.note(client.caller, error.audit)
    client.send({ type: 'refused', listID })
  }
}
