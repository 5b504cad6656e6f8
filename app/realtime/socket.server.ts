import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Caller } from '#app/domain/audit.ts'
import { DomainError, type ErrorCode, FAILURES } from '#app/domain/errors.ts'
import { openSessions, type Session } from '#app/domain/sessions.ts'
import { handshakeSession } from '#app/http/auth.ts'
import { createClientAddress } from '#app/http/clientAddress.ts'
import { isSameOrigin } from '#app/http/csrf.ts'
import { failureFrom, writeFailure } from '#app/http/failures.ts'
import { responsesSent } from '#app/http/pipelining.ts'
import type { Services } from '#app/services.ts'
import { createClient, NOT_ALLOWED, RESTARTING } from './client.server.ts'
import { createClients } from './clients.server.ts'
import { handleMessage } from './handleMessage.server.ts'
import { readMessage } from './messages.ts'
import { createRooms } from './rooms.server.ts'
import { ignoreUpgrade, isWebSocketUpgrade } from './upgrade.server.ts'

const PATH = '/ws'
const MAX_SOCKETS_PER_USER = 20
const HEARTBEAT_INTERVAL = 30_000
/** How long a closing handshake may take before the connection is terminated. */
const CLOSE_TIMEOUT = 2_000

// Messages are tiny: compression would only cost memory, and only an attacker sends many fragments.
const LIMITS = {
  maxPayload: 16 * 1024,
  maxFragments: 64,
  maxBufferedChunks: 256,
  perMessageDeflate: false,
  autoPong: false,
  closeTimeout: CLOSE_TIMEOUT,
}

export interface SocketServer {
  /** Accepts no new sockets and closes all open ones; browsers reconnect automatically. */
  closeAll(): Promise<void>
}

/** Live updates: /ws on the same port as the pages, for signed-in users and their own lists. */
export function attachSocket(server: Server, services: Services): SocketServer {
  const { config, events, log, audit, metrics } = services
  const { addressOf } = createClientAddress(config)
  const callerOf = (req: IncomingMessage): Caller => ({ address: addressOf(req) })
  const sockets = new WebSocketServer({ noServer: true, ...LIMITS })
  const clients = createClients()
  const rooms = createRooms()
  let stopping = false
  metrics.collect(
    'gauge',
    'larder_sockets_open',
    'Open sockets, one for each page that receives live updates.',
    () => sockets.clients.size,
  )
  const sent = metrics.counter(
    'larder_live_events_told_total',
    'Live events sent to sockets, counted once for each socket.',
  )

  async function upgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
    const isOurs = req.url === PATH
    // Vite has its own sockets in development.
    if (!isOurs && server.listenerCount('upgrade') > 1) return
    const destroy = () => socket.destroy()
    socket.on('error', destroy)
    await responsesSent(socket)
    if (socket.destroyed) return
    if (!isWebSocketUpgrade(req)) {
      socket.off('error', destroy)
      return ignoreUpgrade(server, req, socket, head)
    }
    if (!isOurs) throw refusal('not-found')
    if (!isSameOrigin(req, config.BASE_URL)) throw refusal('cross-site-request')
    if (stopping) throw refusal('server-restarting')
    const session = await handshakeSession(services, req)
    if (session && clients.countOf(session.user.id) >= MAX_SOCKETS_PER_USER) {
      throw refusal('too-many-open-pages')
    }
    const caller = callerOf(req)
    sockets.handleUpgrade(req, socket, head, (opened) => accept(opened, session, caller))
  }

  function accept(socket: WebSocket, session: Session | undefined, caller: Caller) {
    socket.on('error', (error) => log.info({ reason: error.message }, 'socket terminated'))
    if (stopping) return socket.close(RESTARTING, 'restarting')
    // Browsers hide the status of a refused handshake from scripts, but not a close code.
    if (!session) {
      audit.note(caller, { event: 'socket-refused', status: NOT_ALLOWED, reason: 'not signed in' })
      return socket.close(NOT_ALLOWED, 'not signed in')
    }
    let queue = Promise.resolve()
    const client = createClient(socket, session, caller, log, (text) => {
      const message = text === undefined ? undefined : readMessage(text)
      if (!message) return client.close('unreadable message')
      queue = queue
        .then(() => handleMessage({ services, rooms }, client, message))
        .catch((error) => {
          log.error({ err: error }, 'handling a socket message failed')
          client.close('something went wrong')
        })
    })
    clients.add(client)
    socket.on('close', () => {
      clients.delete(client)
      rooms.leaveAll(client)
    })
  }

  async function closeSignedOut() {
    const connected = clients.all()
    const open = await openSessions(services, [...new Set(connected.map(({ session }) => session.id))])
    for (const client of connected) {
      client.session.expiresAt = open.get(client.session.id) ?? 0
      if (client.session.expiresAt === 0) client.close('signed out')
    }
  }

  async function checkHeartbeats() {
    await closeSignedOut()
    for (const client of clients.all()) client.ping()
  }

  /** Clients get the present revisions, and pages that are behind reload. */
  async function catchUp() {
    await closeSignedOut()
    for (const client of clients.all()) {
      for (const listID of [...client.lists]) {
        await handleMessage({ services, rooms }, client, { type: 'subscribe', listID })
      }
    }
  }

  const heartbeat = setInterval(() => {
    checkHeartbeats().catch((error) => log.error({ err: error }, 'checking the sockets failed'))
  }, HEARTBEAT_INTERVAL)
  const unsubscribes = [
    events.onEvent((event) => sent.add(rooms.broadcast(event))),
    events.onAccessEnded((ended) => {
      for (const client of clients.affectedBy(ended)) client.close('signed out')
    }),
    events.onMissed(() => {
      catchUp().catch((error) => log.error({ err: error }, 'sending the present revisions failed'))
    }),
  ]
  const onUpgrade = (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrade(req, socket, head).catch((error) => {
      socket.once('finish', () => socket.destroy())
      writeFailure(socket, failureFrom(error, services, callerOf(req)))
    })
  }
  server.on('upgrade', onUpgrade)

  return {
    async closeAll() {
      stopping = true
      clearInterval(heartbeat)
      for (const unsubscribe of unsubscribes) unsubscribe()
      const allClosed = Promise.all([...sockets.clients].map((socket) => closed(socket)))
      for (const client of clients.all()) client.closeForRestart()
      await allClosed
    },
  }
}

/** Errors whose sentences have no values. */
type Refusal = 'not-found' | 'cross-site-request' | 'server-restarting' | 'too-many-open-pages'

function refusal(code: Refusal): DomainError {
  const { status } = FAILURES[code]
  return new DomainError<ErrorCode>(code, {}, { audit: { event: 'socket-refused', status, reason: code } })
}

function closed(socket: WebSocket) {
  return new Promise<void>((resolve) => {
    if (socket.readyState === socket.CLOSED) return resolve()
    socket.once('close', () => resolve())
  })
}
