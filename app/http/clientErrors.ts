import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { DomainError, type ErrorCode } from '#app/domain/errors.ts'
import type { Services } from '#app/services.ts'
import { responsesSent } from './in/checkRequest.ts'
import { failureFrom, writeFailure } from './out/replies.ts'

const CODES = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'headers-too-large',
} satisfies Record<string, ErrorCode>

/** How long a client may keep sending after our response; cutting it off at once would lose the response. */
const LINGER = 1_000

export function handleClientErrors(server: Server, services: Services): void {
  const latest = new WeakMap<Duplex, ServerResponse>()
  const failed = new WeakSet<Duplex>()
  server.on('request', (req, res) => latest.set(req.socket, res))
  server.on('connect', async (_req, socket) => {
    socket.on('error', () => socket.destroy())
    await responsesSent(socket)
    if (!socket.destroyed)
      respond(services, socket, new DomainError('method-not-allowed', { allowed: ['GET', 'HEAD', 'POST'] }))
  })
  server.on('clientError', async (error: NodeJS.ErrnoException, socket) => {
    const code = error.code ?? ''
    const current = latest.get(socket)
    if (code === 'ECONNRESET') return void socket.destroy()
    if (failed.has(socket)) return
    failed.add(socket)
    await responsesSent(socket, current?.req.complete ? undefined : current)
    // A second response in the middle of the first would only garble it.
    const isResponding = current?.headersSent && !current.writableFinished
    if (!socket.writable || isResponding) return void socket.destroy()
    const from = (socket as Socket).remoteAddress
    const failure = new DomainError(code in CODES ? CODES[code as keyof typeof CODES] : 'bad-request')
    services.log.info({ code, status: failure.status, from }, 'unreadable request')
    respond(services, socket, failure)
  })
}

function respond(services: Services, socket: Duplex, error: DomainError): void {
  socket.on('error', () => socket.destroy())
  const address = (socket as Socket).remoteAddress ?? ''
  writeFailure(socket, failureFrom(error, services, { address }))
  setTimeout(() => socket.destroy(), LINGER).unref()
}
