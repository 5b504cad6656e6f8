import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { type Actor, isGuest } from '#app/domain/access/access.ts'
import { networkOf } from '#app/domain/accounts/attempts.ts'
import type { Session } from '#app/domain/accounts/sessions.ts'
import type { Caller } from '#app/domain/audit.ts'
import { MAX_SOCKET_MESSAGES_PER_MINUTE } from '#app/domain/limitsAndLifetimes.ts'
import type { SessionsEnded } from '#app/domain/liveEvents.ts'
import { MINUTE } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import type { ServerMessage } from './wire.ts'

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

const MAX_BUFFERED = 1024 * 1024

export const NOT_ALLOWED = 1008
export const RESTARTING = 1012

interface Subscription {
  actor: Actor
  end(): void
}

export type Client = ReturnType<typeof createClient>

export function createClient(
  socket: WebSocket,
  /** Undefined for clients that may only subscribe by link. */
  session: Session | undefined,
  caller: Caller,
  log: Logger,
  /** Receives `undefined` for a binary message. */
  onMessage: (text: string | undefined) => void,
) {
  let alive = true
  let minute = 0
  let frames = 0

  const isOpen = () => socket.readyState === socket.OPEN

  function close(reason: string) {
    if (!isOpen()) return
    log.info({ user: session?.user.id, reason }, 'socket closed')
    socket.close(NOT_ALLOWED, reason)
  }

  /** Pings and pongs count too: every frame costs work. */
  function rateLimited(handle: () => void) {
    if (!isOpen()) return
    const now = Date.now()
    if (now - minute >= MINUTE) {
      minute = now
      frames = 0
    }
    frames += 1
    if (frames <= MAX_SOCKET_MESSAGES_PER_MINUTE) handle()
    else close('too many messages')
  }

  function sendSerialized(message: string | Buffer) {
    if (!isOpen()) return
    if (session && Date.now() >= session.expiresAt) return close('signed out')
    if (socket.bufferedAmount <= MAX_BUFFERED) return socket.send(message, { binary: false })
    log.info({ user: session?.user.id, reason: 'the client does not read' }, 'socket terminated')
    socket.terminate()
  }

  socket.on('message', (data, isBinary) => rateLimited(() => onMessage(isBinary ? undefined : String(data))))
  socket.on('ping', (data) => rateLimited(() => socket.pong(data)))
  socket.on('pong', () =>
    rateLimited(() => {
      alive = true
    }),
  )

  return {
    session,
    caller,
    subscriptions: new Map<string, Subscription>(),
    isOpen,
    send: (message: ServerMessage) => sendSerialized(JSON.stringify(message)),
    sendSerialized,
    /** Terminates the connection if the last ping got no pong. */
    ping() {
      if (!alive) return socket.terminate()
      alive = false
      if (isOpen()) socket.ping()
    },
    close,
    /** With the code that makes browsers reconnect. */
    closeForRestart: () => socket.close(RESTARTING, 'restarting'),
  }
}

/** Sends what is published about a list to the clients that have subscribed to it. */
export function createAudiences({ events, metrics }: Pick<Services, 'events' | 'metrics'>) {
  const audiences = new Map<string, { clients: Set<Client>; revision: number }>()

  function leave(client: Client, listID: string) {
    client.subscriptions.get(listID)?.end()
    client.subscriptions.delete(listID)
    const audience = audiences.get(listID)
    audience?.clients.delete(client)
    if (audience?.clients.size === 0) audiences.delete(listID)
  }

  const clientsIn = (listID: string) => [...(audiences.get(listID)?.clients ?? [])]

  const unsubscribes = [
    events.onEvent((event) => {
      const audience = audiences.get(event.listID)
      if (!audience) return
      audience.revision = Math.max(audience.revision, event.revision)
      const message = Buffer.from(JSON.stringify(event))
      for (const client of audience.clients) client.sendSerialized(message)
      metrics.eventsSent.add(audience.clients.size)
    }),
    events.onSeen(({ listId: listID, ...seen }) => {
      for (const client of clientsIn(listID)) {
        const actor = client.subscriptions.get(listID)?.actor
        // Readers' own pages know.
        if (actor && !isGuest(actor) && actor.id !== seen.readerId)
          client.send({ type: 'seen', listID, ...seen })
      }
    }),
  ]

  return {
    join(client: Client, listID: string, actor: Actor, expiry?: Expiry) {
      client.subscriptions.get(listID)?.end()
      client.subscriptions.set(listID, { actor, end: expiry ? startTimer(expiry) : () => {} })
      const audience = audiences.get(listID)
      if (audience) audience.clients.add(client)
      else audiences.set(listID, { clients: new Set([client]), revision: 0 })
    },
    leave,
    leaveAll(client: Client) {
      for (const listID of client.subscriptions.keys()) leave(client, listID)
    },
    clientsIn,
    revisionOf: (listID: string) => audiences.get(listID)?.revision ?? 0,
    close() {
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}

export type Audiences = ReturnType<typeof createAudiences>

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
