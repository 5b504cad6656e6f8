import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Services } from '#app/services.server.ts'

/** Whoever started us (Docker, systemd) kills after ten seconds; the database is closed before. */
const DRAIN_LIMIT = 8_000
const DOOR_LIMIT = 4_000
const CLOSE_LIMIT = 1_000

/** SIGTERM and SIGINT: take nothing new, finish what is under way, close the database, leave. */
export function stopOnSignals(
  server: Server,
  services: Services,
  sockets: { closeAll(): Promise<void> },
): void {
  const { log } = services
  let stopping = false
  const stop = async (reason: string, code: number) => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'stopping')
    await Promise.race([Promise.all([drained(server), sockets.closeAll()]), wait(DRAIN_LIMIT)])
    await Promise.race([services.close(), wait(CLOSE_LIMIT)])
    log.info('stopped')
    process.exit(code)
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

async function drained(server: Server): Promise<void> {
  // Answers that are under way tell their connections not to wait for more.
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
  const waiting = await letIn(server)
  // A kept-alive connection becomes idle only when its answer is finished, so ask again and again.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const socket of waiting) socket.resume()
  await closed
  clearInterval(sweep)
}

/**
 * Closing resets whoever stands at the door; the loop lets one of them in at each turn. They are heard
 * only when all are in: otherwise hundreds of answers would take longer than the door may stay open.
 */
async function letIn(server: Server): Promise<Socket[]> {
  const waiting: Socket[] = []
  const note = (socket: Socket) => void waiting.push(socket)
  server.on('connection', note)
  // An option of the constructor, and a property that is asked for each connection.
  Object.assign(server, { pauseOnConnect: true })
  const longest = performance.now() + DOOR_LIMIT
  for (let before = -1; before < waiting.length && performance.now() < longest; ) {
    before = waiting.length
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  }
  server.off('connection', note)
  return waiting
}
