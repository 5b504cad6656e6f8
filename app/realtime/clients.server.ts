import type { AccessEnded } from '../domain/events.ts'
import type { Client } from './client.server.ts'

/** All connected clients, by user. */
export function createClients() {
  const byUser = new Map<string, Set<Client>>()

  return {
    add(client: Client) {
      const { id } = client.session.user
      const clients = byUser.get(id)
      if (clients) clients.add(client)
      else byUser.set(id, new Set([client]))
    },
    delete(client: Client) {
      const { id } = client.session.user
      const clients = byUser.get(id)
      clients?.delete(client)
      if (clients?.size === 0) byUser.delete(id)
    },
    countOf: (userId: string) => byUser.get(userId)?.size ?? 0,
    affectedBy: ({ userId, sessionId, exceptSessionId }: AccessEnded) =>
      [...(byUser.get(userId) ?? [])].filter(({ session: { id } }) =>
        sessionId ? id === sessionId : id !== exceptSessionId,
      ),
    all: () => [...byUser.values()].flatMap((clients) => [...clients]),
  }
}
