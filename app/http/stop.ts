import type { Server } from 'node:http'
import type { Services } from '#app/services.server.ts'

const DRAIN_LIMIT = 10_000

/** SIGTERM and SIGINT: take nothing new, finish what is under way, close the database, leave. */
export function stopOnSignals(server: Server, services: Services): void {
  const { log } = services
  let stopping = false
  const stop = async (reason: string, code: number) => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'stopping')
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT)
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      // Answers that are under way tell their connections not to wait for more.
      server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
      server.closeIdleConnections()
    })
    clearTimeout(late)
    await services.close()
    log.info('stopped')
    process.exit(code)
  }
  process.on('SIGTERM', () => stop('SIGTERM', 0))
  process.on('SIGINT', () => stop('SIGINT', 0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      log.fatal({ err: error }, event)
      stop(event, 1)
    })
  }
}
