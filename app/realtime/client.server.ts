import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { Actor } from '#app/domain/access/access.ts'
import type { Session } from '#app/domain/accounts/sessions.ts'
import type { Caller } from '#app/domain/audit.ts'
import { MAX_SOCKET_MESSAGES_PER_MINUTE } from '#app/domain/limitsAndLifetimes.ts'
import { MINUTE } from '#app/domain/time.ts'
import type { ServerMessage } from './wire.ts'

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
    /** Or terminates the connection, if the last ping got no pong. */
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
