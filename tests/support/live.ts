import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { User } from '#app/domain/access/access.ts'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { attachSocket } from '#app/realtime/socket.server.ts'
import type { ServerMessage } from '#app/realtime/wire.ts'
import type { Services } from '#app/services.ts'

export interface LiveServer {
  services: Services
  http: Server
  address: string
  closeAll(): Promise<void>
}

/** A real HTTP server with only the WebSocket endpoint. */
export async function startLiveServer(
  services: Services,
  { port = 0, handler }: { port?: number; handler?: RequestListener } = {},
): Promise<LiveServer> {
  const http = createServer(handler)
  const { closeAll } = attachSocket(http, services)
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const address = `127.0.0.1:${(http.address() as AddressInfo).port}`
  onTestFinished(async () => {
    await closeAll()
    http.closeAllConnections()
    http.close()
  })
  return { services, http, address, closeAll }
}

export async function cookieOf(services: Services, user: User): Promise<string> {
  return `session=${await services.write((tx) => startSession(tx, user.id))}`
}

interface Client {
  socket: WebSocket
  send(message: unknown): void
  /** The next unread message. */
  next(): Promise<ServerMessage>
  /** Received messages that the test has not read yet. */
  unread: ServerMessage[]
  closed: Promise<{ code: number; reason: string }>
}

/** Resolves after the handshake; rejects with the status if it is refused. */
export async function connect(
  { address }: LiveServer,
  cookie: string | undefined,
  headers: Record<string, string> = {},
): Promise<Client> {
  const socket = new WebSocket(`ws://${address}/ws`, { headers: { ...(cookie && { cookie }), ...headers } })
  onTestFinished(() => socket.terminate())
  const unread: ServerMessage[] = []
  const waiting: ((message: ServerMessage) => void)[] = []
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    const first = waiting.shift()
    if (first) first(message)
    else unread.push(message)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
    socket.once('unexpected-response', (_req, res) => reject(new Error(`refused with ${res.statusCode}`)))
  })
  socket.on('error', () => {})
  return {
    socket,
    unread,
    closed,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: () => {
      const message = unread.shift()
      return message ? Promise.resolve(message) : new Promise((resolve) => waiting.push(resolve))
    },
  }
}

/** A client with a subscription to a list. */
export async function subscribe(server: LiveServer, cookie: string, listID: string): Promise<Client> {
  const client = await connect(server, cookie)
  client.send({ type: 'subscribe', listID })
  await client.next()
  return client
}
