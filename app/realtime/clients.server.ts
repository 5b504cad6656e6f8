import { networkOf } from '#app/domain/accounts/attempts.ts'
import type { SessionsEnded } from '../domain/events.ts'
import type { Client } from './client.server.ts'

const keyOf = ({ session, caller }: Pick<Client, 'session' | 'caller'>) =>
  session ? session.user.id : `network ${networkOf(caller.address)}`

export function createClients() {
  const byKey = new Map<string, Set<Client>>()

  return {
    add(client: Client) {
      const key = keyOf(client)
      const clients = byKey.get(key)
      if (clients) clients.add(client)
      else byKey.set(key, new Set([client]))
    },
    delete(client: Client) {
      const key = keyOf(client)
      const clients = byKey.get(key)
      clients?.delete(client)
      if (clients?.size === 0) byKey.delete(key)
    },
    countLike: (client: Pick<Client, 'session' | 'caller'>) => byKey.get(keyOf(client))?.size ?? 0,
    affectedBy: ({ userId, sessionId, exceptSessionId }: SessionsEnded) =>
      [...(byKey.get(userId) ?? [])].filter(({ session }) =>
        sessionId ? session?.id === sessionId : session?.id !== exceptSessionId,
      ),
    all: () => [...byKey.values()].flatMap((clients) => [...clients]),
  }
}
