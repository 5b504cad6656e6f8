import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Services } from '#app/services.ts'

/** Docker and systemd kill after ten seconds; the database must be closed before. */
export const DRAIN_LIMIT = 8_000
const ACCEPT_LIMIT = 4_000
const CLOSE_LIMIT = 1_000

export function shutDownOnSignals(server: Server, services: Services, stops: (() => Promise<void>)[]): void {
  const { log } = services
  let stopping = false
  const stop = async (reason: string, code: number) => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'stopping')
    services.ai.close?.()
    try {
      const drained = Promise.all([drain(server), services.mailQueue.close(), ...stops.map((end) => end())])
      await Promise.race([drained, wait(DRAIN_LIMIT)])
      await Promise.race([services.close(), wait(CLOSE_LIMIT)])
      log.info('stopped')
    } catch (error) {
      log.error({ err: error }, 'stopping failed')
    } finally {
      process.exit(code)
    }
  }
  process.on('SIGTERM', () => stop('SIGTERM', 0))
  process.on('SIGINT', () => stop('SIGINT', 0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      log.fatal({ err: error }, event)
      void stop(event, 1)
    })
  }
}

async function drain(server: Server): Promise<void> {
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
  const serveHeld = holdRequests(server)
  await acceptWaiting(server)
  // Node closes a kept-alive connection only while it is idle, so keep trying.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  serveHeld()
  await closed
  clearInterval(sweep)
}

function holdRequests(server: Server): () => void {
  const held: [IncomingMessage, ServerResponse][] = []
  const handlers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (req, res) => void held.push([req, res]))
  return () => {
    server.removeAllListeners('request')
    for (const handler of handlers) server.on('request', handler)
    for (const [req, res] of held) server.emit('request', req, res)
  }
}

// Closing the server resets connections that the kernel has queued but Node hasn't accepted yet.
// See docs/decisions/047-accept-connections-before-shutdown.md
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0
  const count = () => {
    accepted += 1
  }
  server.on('connection', count)
  const deadline = performance.now() + ACCEPT_LIMIT
  for (let before = -1; before < accepted && performance.now() < deadline; ) {
    before = accepted
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  }
  server.off('connection', count)
}
