import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { Session } from '#app/domain/sessions.ts'
import type { ServerMessage } from './messages.ts'

/** Unread output, in bytes: who never reads must not fill the server's memory. */
const LONGEST_BACKLOG = 1024 * 1024
const FRAMES_A_MINUTE = 100
const MINUTE = 60_000

export const NOT_ALLOWED = 1008
export const RESTARTING = 1012

/** One signed-in tab (or program) on the other end of a socket. */
export interface Peer {
  session: Session
  lists: Set<string>
  isOpen(): boolean
  tell(message: ServerMessage): void
  /** The same, for what was written already. */
  send(message: string | Buffer): void
  /** Asks for a sign of life, and cuts who never gave the last one. */
  ping(): void
  dismiss(reason: string): void
  restart(): void
}

export function createPeer(
  socket: WebSocket,
  session: Session,
  log: Logger,
  heard: (text: string | undefined) => void,
): Peer {
  let alive = true
  let minute = 0
  let frames = 0

  const isOpen = () => socket.readyState === socket.OPEN

  function dismiss(reason: string) {
    if (!isOpen()) return
    log.info({ user: session.user.id, reason }, 'socket dismissed')
    socket.close(NOT_ALLOWED, reason)
  }

  /** Pings and pongs count as well: whatever is sent costs somebody something. */
  function counted(react: () => void) {
    if (!isOpen()) return
    const now = Date.now()
    if (now - minute >= MINUTE) {
      minute = now
      frames = 0
    }
    frames += 1
    if (frames <= FRAMES_A_MINUTE) react()
    else dismiss('too many messages')
  }

  function send(message: string | Buffer) {
    if (!isOpen()) return
    if (Date.now() >= session.expiresAt) return dismiss('signed out')
    if (socket.bufferedAmount <= LONGEST_BACKLOG) return socket.send(message, { binary: false })
    log.info({ user: session.user.id, reason: 'reads nothing' }, 'socket cut')
    socket.terminate()
  }

  socket.on('message', (data, isBinary) => counted(() => heard(isBinary ? undefined : String(data))))
  socket.on('ping', (data) => counted(() => socket.pong(data)))
  socket.on('pong', () =>
    counted(() => {
      alive = true
    }),
  )

  return {
    session,
    lists: new Set(),
    isOpen,
    tell: (message) => send(JSON.stringify(message)),
    send,
    ping() {
      if (!alive) return socket.terminate()
      alive = false
      if (isOpen()) socket.ping()
    },
    dismiss,
    restart: () => socket.close(RESTARTING, 'restarting'),
  }
}
