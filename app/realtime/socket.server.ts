import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Actor, isGuest } from '#app/domain/access/access.ts'
import { openSessions, type Session } from '#app/domain/accounts/sessions.ts'
import type { Caller } from '#app/domain/audit.ts'
import { DomainError, type ErrorCode, FAILURES } from '#app/domain/errors.ts'
import { MAX_SOCKETS_PER_NETWORK, MAX_SOCKETS_PER_USER } from '#app/domain/limitsAndLifetimes.ts'
import type { AccessEnded, ListAccessEnded } from '#app/domain/liveEvents.ts'
import { handshakeSession } from '#app/http/in/auth.ts'
import { isSameOrigin, responsesSent } from '#app/http/in/checkRequest.ts'
import { createClientAddress } from '#app/http/in/requestContext.ts'
import { failureFrom, writeFailure } from '#app/http/out/replies.ts'
import type { Services } from '#app/services.ts'
import {
  type Client,
  createAudiences,
  createClient,
  createClients,
  NOT_ALLOWED,
  RESTARTING,
} from './clients.server.ts'
import { handleMessage, NOT_SIGNED_IN, refuse, renewSubscriptions } from './handleMessage.server.ts'
import { ignoreUpgrade, isWebSocketUpgrade } from './upgrade.server.ts'
import { readMessage } from './wire.ts'

const PATH = '/ws'
/** How long a client without a session may take to subscribe by link. */
const LINK_TIMEOUT = 3_000
const HEARTBEAT_INTERVAL = 30_000
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

export function attachSocket(server: Server, services: Services) {
  const { config, events, log, audit, metrics } = services
  const { addressOf } = createClientAddress(config)
  const callerOf = (req: IncomingMessage): Caller => ({ address: addressOf(req) })
  const sockets = new WebSocketServer({ noServer: true, ...LIMITS })
  const clients = createClients()
  const audiences = createAudiences(services)
  const context = { services, audiences, closeIfUseless }
  let stopping = false
  metrics.collect(
    'gauge',
    'larder_sockets_open',
    'Open sockets, one for each page that receives live updates.',
    () => sockets.clients.size,
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
    const caller = callerOf(req)
    const most = session ? MAX_SOCKETS_PER_USER : MAX_SOCKETS_PER_NETWORK
    if (clients.countLike({ session, caller }) >= most) throw refusal('too-many-open-pages')
    sockets.handleUpgrade(req, socket, head, (opened) => accept(opened, session, caller))
  }

  function accept(socket: WebSocket, session: Session | undefined, caller: Caller) {
    socket.on('error', (error) => log.info({ reason: error.message }, 'socket terminated'))
    if (stopping) return socket.close(RESTARTING, 'restarting')
    let queue = Promise.resolve()
    const client = createClient(socket, session, caller, log, (text) => {
      const message = text === undefined ? undefined : readMessage(text)
      if (!message) return client.close('unreadable message')
      queue = queue
        .then(() => handleMessage(context, client, message))
        .then(() => closeIfUseless(client))
        .catch((error) => {
          log.error({ err: error }, 'handling a socket message failed')
          client.close('something went wrong')
        })
    })
    clients.add(client)
    const linkTimer = session ? undefined : setTimeout(() => closeIfUseless(client), LINK_TIMEOUT)
    socket.on('close', () => {
      clearTimeout(linkTimer)
      clients.delete(client)
      audiences.leaveAll(client)
    })
  }

  /** A client without a session and without a link. Scripts can read a close code, but not the status of a refused handshake. */
  function closeIfUseless(client: Client) {
    if (client.session || client.subscriptions.size > 0 || !client.isOpen()) return
    audit.note(client.caller, { event: 'socket-refused', status: NOT_ALLOWED, reason: NOT_SIGNED_IN })
    client.close(NOT_SIGNED_IN)
  }

  function endAccess(ended: AccessEnded) {
    if (!('listId' in ended)) {
      for (const client of clients.affectedBy(ended)) client.close('signed out')
      return
    }
    for (const client of audiences.clientsIn(ended.listId)) {
      const actor = client.subscriptions.get(ended.listId)?.actor
      if (!actor || !isAffected(actor, ended)) continue
      refuse(context, client, ended.listId)
      closeIfUseless(client)
    }
  }

  async function closeSignedOut() {
    const connected = clients.all()
    const ids = connected.flatMap(({ session }) => session?.id ?? [])
    const open = await openSessions(services, [...new Set(ids)])
    for (const client of connected) {
      const { session } = client
      if (!session) continue
      session.expiresAt = open.get(session.id) ?? 0
      if (session.expiresAt === 0) client.close('signed out')
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
      await renewSubscriptions(context, client)
      closeIfUseless(client)
    }
  }

  const heartbeat = setInterval(() => {
    checkHeartbeats().catch((error) => log.error({ err: error }, 'checking the sockets failed'))
  }, HEARTBEAT_INTERVAL)
  const unsubscribes = [
    events.onAccessEnded(endAccess),
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
    /** Accepts no new sockets and closes all open ones; browsers reconnect automatically. */
    async closeAll() {
      stopping = true
      clearInterval(heartbeat)
      for (const unsubscribe of unsubscribes) unsubscribe()
      audiences.close()
      const allClosed = Promise.all([...sockets.clients].map((socket) => closed(socket)))
      for (const client of clients.all()) client.closeForRestart()
      await allClosed
    },
  }
}

function isAffected(actor: Actor, ended: ListAccessEnded): boolean {
  if (isGuest(actor)) return 'linkId' in ended && actor.linkId === ended.linkId
  return 'userId' in ended && actor.id === ended.userId
}

function refusal(code: 'not-found' | 'cross-site-request' | 'server-restarting' | 'too-many-open-pages') {
  const { status } = FAILURES[code]
  return new DomainError<ErrorCode>(code, {}, { audit: { event: 'socket-refused', status, reason: code } })
}

function closed(socket: WebSocket) {
  return new Promise<void>((resolve) => {
    if (socket.readyState === socket.CLOSED) return resolve()
    socket.once('close', () => resolve())
  })
}
