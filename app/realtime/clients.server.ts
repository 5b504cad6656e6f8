import type { AccessEnded } from './events.ts'
import type { Peer } from './client.server.ts'

/** Everybody connected, by person. */
export function createPeers() {
  const byUser = new Map<string, Set<Peer>>()

  return {
    add(peer: Peer) {
      const { id } = peer.session.user
      const theirs = byUser.get(id)
      if (theirs) theirs.add(peer)
      else byUser.set(id, new Set([peer]))
    },
    delete(peer: Peer) {
      const { id } = peer.session.user
      const theirs = byUser.get(id)
      theirs?.delete(peer)
      if (theirs?.size === 0) byUser.delete(id)
    },
    countOf: (userId: string) => byUser.get(userId)?.size ?? 0,
    affectedBy: ({ userId, sessionId }: AccessEnded) =>
      [...(byUser.get(userId) ?? [])].filter(({ session }) => !sessionId || session.id === sessionId),
    all: () => [...byUser.values()].flatMap((theirs) => [...theirs]),
  }
}
