import { type Actor, isGuest, listOrDeletedFor } from '#app/domain/access/access.ts'
import { openSessions } from '#app/domain/accounts/sessions.ts'
import { DomainError } from '#app/domain/errors.ts'
import { MAX_LISTS_PER_SOCKET } from '#app/domain/limitsAndLifetimes.ts'
import { guestOrDeletedFor } from '#app/domain/sharing/links.ts'
import type { Services } from '#app/services.ts'
import type { Audiences, Client } from './clients.server.ts'
import type { ClientMessage } from './wire.ts'

/** Without a session, a client may only subscribe by link. */
export const NOT_SIGNED_IN = 'not signed in'

interface Context {
  services: Services
  audiences: Audiences
  closeIfUseless(client: Client): void
}

export async function handleMessage(context: Context, client: Client, message: ClientMessage) {
  if (!client.isOpen()) return
  const { session } = client
  switch (message.type) {
    case 'subscribe':
      if (message.token !== undefined) return subscribeByLink(context, client, message.listID, message.token)
      return session ? subscribe(context, client, message.listID, session.user) : client.close(NOT_SIGNED_IN)
    case 'unsubscribe':
      return context.audiences.leave(client, message.listID)
    case 'message':
      return session
        ? client.send({ type: 'message', text: message.text, ok: true })
        : client.close(NOT_SIGNED_IN)
  }
}

async function subscribeByLink(context: Context, client: Client, listID: string, token: string) {
  const { db } = context.services
  await refusing(context, client, listID, async () => {
    await subscribe(context, client, listID, await guestOrDeletedFor(db, token))
  })
}

export async function renewSubscriptions(context: Context, client: Client) {
  for (const [listID, { actor }] of [...client.subscriptions]) {
    if (client.isOpen()) await subscribe(context, client, listID, actor)
  }
}

type MayExpire = { expiresAt?: number | null }

async function subscribe(context: Context, client: Client, listID: string, actor: Actor & MayExpire) {
  const { services, audiences } = context
  const { session } = client
  if (session && !isGuest(actor)) {
    const open = await openSessions(services, [session.id])
    if (!open.has(session.id)) return client.close('signed out')
  }
  await refusing(context, client, listID, async () => {
    await listOrDeletedFor(services.db, actor, listID)
    if (!client.isOpen()) return
    if (!client.subscriptions.has(listID) && client.subscriptions.size >= MAX_LISTS_PER_SOCKET) {
      return client.close('too many lists')
    }
    const { expiresAt } = actor
    const onExpiry = () => {
      refuse(context, client, listID)
      context.closeIfUseless(client)
    }
    audiences.join(client, listID, actor, expiresAt ? { at: expiresAt, onExpiry } : undefined)
    // Read after joining, so that no change falls between the revision and the first event.
    const { deletedAt, ...list } = await listOrDeletedFor(services.db, actor, listID)
    // An event that overtook the read is newer.
    const revision = Math.max(list.revision, audiences.revisionOf(listID))
    // Everyone on a deleted list hears of its return.
    client.send({ type: deletedAt === null ? 'subscribed' : 'listDeleted', listID, revision })
  })
}

async function refusing(context: Context, client: Client, listID: string, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.audit) context.services.audit.note(client.caller, error.audit)
    refuse(context, client, listID)
  }
}

export function refuse({ audiences }: Pick<Context, 'audiences'>, client: Client, listID: string) {
  audiences.leave(client, listID)
  client.send({ type: 'refused', listID })
}
