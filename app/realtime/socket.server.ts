import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Asker } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import { openSessions, type Session } from '#app/domain/sessions.ts'
import { answered } from '#app/http/pipelining.ts'
import { createProxies } from '#app/http/clientAddress.ts'
import { isSameOrigin } from '#app/http/csrf.ts'
import { handshakeSession } from '#app/http/session.ts'
import type { Services } from '#app/services.server.ts'
import { answer } from './handleMessage.server.ts'
import { readMessage } from './messages.ts'
import { createPeer, NOT_ALLOWED, RESTARTING } from './client.server.ts'
import { createPeers } from './clients.server.ts'
import { createRooms } from './rooms.server.ts'
import { asksForWebSocket, ignoreUpgrade, refuseUpgrade } from './upgrade.server.ts'

const PATH = '/ws'
const SOCKETS_A_USER = 20
const HEARTBEAT = 30_000
/** How long a goodbye may take before the connection is simply cut. */
const GOODBYE = 2_000

// Messages are tiny: compressing them costs memory, and pieces of pieces are nobody's but an attacker's.
const LIMITS = {
  maxPayload: 16 * 1024,
  maxFragments: 64,
  maxBufferedChunks: 256,
  perMessageDeflate: false,
  autoPong: false,
  closeTimeout: GOODBYE,
}

export interface SocketDoor {
  /** Nobody new, and everybody out; browsers come back by themselves. */
  closeAll(): Promise<void>
}

/** The live channel: /ws on the port of the pages, for signed-in people, about their own lists. */
export function attachSocket(server: Server, services: Services): SocketDoor {
  const { config, events, log, audit, metrics } = services
  const { addressOf } = createProxies(config)
  const askerOf = (req: IncomingMessage): Asker => ({ address: addressOf(req) })
  const sockets = new WebSocketServer({ noServer: true, ...LIMITS })
  const peers = createPeers()
  const rooms = createRooms()
  let stopping = false
  metrics.read(
    'gauge',
    'larder_sockets_open',
    'Open sockets: pages that hear changes.',
    () => sockets.clients.size,
  )
  const told = metrics.counter('larder_live_events_told_total', 'Changes told to sockets, each to each.')

  async function upgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
    const mine = req.url === PATH
    // Vite has its own sockets in development.
    if (!mine && server.listenerCount('upgrade') > 1) return
    const cut = () => socket.destroy()
    socket.on('error', cut)
    await answered(socket)
    if (socket.destroyed) return
    const refuse = (status: number, sentence: string) => {
      audit.note(askerOf(req), { event: 'socket-refused', status, reason: sentence })
      refuseUpgrade(socket, status, sentence)
    }
    if (!asksForWebSocket(req)) {
      socket.off('error', cut)
      return ignoreUpgrade(server, req, socket, head)
    }
    if (!mine) return refuse(404, 'There is no socket at this address.')
    if (!isSameOrigin(req, config.BASE_URL)) return refuse(403, 'This request came from another site.')
    if (stopping) return refuse(503, 'The server is restarting.')
    const session = await handshakeSession(services, req)
    if (session && peers.countOf(session.user.id) >= SOCKETS_A_USER) {
      return refuse(429, 'You have too many pages open at once.')
    }
    const asker = askerOf(req)
    sockets.handleUpgrade(req, socket, head, (opened) => welcome(opened, session, asker))
  }

  function welcome(socket: WebSocket, session: Session | undefined, asker: Asker) {
    socket.on('error', (error) => log.info({ reason: error.message }, 'socket cut'))
    if (stopping) return socket.close(RESTARTING, 'restarting')
    // A page cannot see the status of a refused handshake; this code it can see, and act on it.
    if (!session) {
      audit.note(asker, { event: 'socket-refused', status: NOT_ALLOWED, reason: 'not signed in' })
      return socket.close(NOT_ALLOWED, 'not signed in')
    }
    let turn = Promise.resolve()
    const peer = createPeer(socket, session, log, (text) => {
      const message = text === undefined ? undefined : readMessage(text)
      if (!message) return peer.dismiss('a message cannot be read')
      turn = turn
        .then(() => answer({ services, rooms, asker }, peer, message))
        .catch((error) => {
          log.error({ err: error }, 'answering a socket failed')
          peer.dismiss('something went wrong')
        })
    })
    peers.add(peer)
    socket.on('close', () => {
      peers.delete(peer)
      rooms.leaveAll(peer)
    })
  }

  async function feelPulse() {
    const everybody = peers.all()
    const open = await openSessions(services, [...new Set(everybody.map(({ session }) => session.id))])
    for (const peer of everybody) {
      const expiresAt = open.get(peer.session.id)
      peer.session.expiresAt = expiresAt ?? 0
      if (expiresAt) peer.ping()
      else peer.dismiss('signed out')
    }
  }

  const pulse = setInterval(() => {
    feelPulse().catch((error) => log.error({ err: error }, 'the sockets cannot be looked after'))
  }, HEARTBEAT)
  const deaf = [
    events.onEvent((event) => told.add(rooms.tell(event))),
    events.onAccessEnded((ended) => {
      for (const peer of peers.affectedBy(ended)) peer.dismiss('signed out')
    }),
  ]
  const onUpgrade = (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrade(req, socket, head).catch((error) => {
      if (error instanceof DomainError) {
        if (error.audit) audit.note(askerOf(req), error.audit)
        return refuseUpgrade(socket, error.status, error.message)
      }
      log.error({ err: error }, 'opening a socket failed')
      refuseUpgrade(socket, 500, 'Something went wrong on the server.')
    })
  }
  server.on('upgrade', onUpgrade)

  return {
    async closeAll() {
      stopping = true
      clearInterval(pulse)
      for (const stopListening of deaf) stopListening()
      const gone = Promise.all([...sockets.clients].map((socket) => closed(socket)))
      for (const peer of peers.all()) peer.restart()
      await gone
    },
  }
}

function closed(socket: WebSocket) {
  return new Promise<void>((resolve) => {
    if (socket.readyState === socket.CLOSED) return resolve()
    socket.once('close', () => resolve())
  })
}
