import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
// Vite provides this module in development; in the production bundle it is build/server/index.js.
import * as build from 'virtual:remix/server-build'
import type { RequestHandler } from 'express'
import type { Build } from './app/remix/serverBuild.ts'

// Taken from the build instead of imported: this file and the pages are bundled separately, and state such
// as the database and the error classes must exist only once.
const entry = build.entry.module as unknown as typeof import('#app/entry.server.tsx')

type Config = ReturnType<typeof entry.readConfig>
type Development = { assets: RequestHandler; build: Build }

/** Seconds. Later starts need less than one. */
const QUICK_START = 3

// V8's default lets the heap double or more before a full collection; small servers need it sooner.
// See docs/decisions/061-garbage-collection-settings.md
setFlagsFromString('--heap-growing-percent=60')

export async function serve(dev?: Development): Promise<void> {
  const settings = entry.readConfig()
  const log = entry.createLog(settings.LOG_LEVEL)
  const server = createServer({
    // Idle clients must not hold connections, but uploading a photo over a slow line takes minutes.
    headersTimeout: 15_000,
    requestTimeout: 300_000,
    connectionsCheckingInterval: 5_000,
    // Node's own response has no message; ours does.
    requireHostHeader: false,
  })
  server.timeout = 60_000
  server.keepAliveTimeout = 65_000
  // Before the database is opened, because a second Larder on the same port fails here.
  await listen(server, settings.PORT, settings.HOST)
  const address = server.address() as AddressInfo
  // PORT can be 0.
  const config = { ...settings, PORT: address.port }
  const lock = entry.lockForServer(config.DATA_DIR, entry.publicUrl(config))
  process.once('exit', () => lock.release())
  const waiting: Parameters<RequestListener>[] = []
  const wait: RequestListener = (...request) => void waiting.push(request)
  server.on('request', wait)
  const services = await entry.createServices(config, log)
  const app = entry.createApp({
    services,
    build: dev?.build ?? build,
    assets: dev?.assets ?? entry.builtAssets(fileURLToPath(new URL('./client', import.meta.url)), config),
    mode: dev ? 'development' : 'production',
  })
  server.off('request', wait)
  server.on('request', app)
  server.on('error', (error) => log.error({ err: error }, 'the server failed to accept a connection'))
  entry.handleClientErrors(server, services)
  const { closeAll } = entry.attachSocket(server, services)
  const stops = [closeAll, entry.startSeeding(services), entry.startSweeping(services)]
  entry.shutDownOnSignals(server, services, stops)
  const operator = fileURLToPath(new URL('./operator.js', import.meta.url))
  // The backup command exists only in a build.
  if (!dev) process.once('exit', entry.scheduleBackups(services, entry.backupCommand(operator)))
  for (const request of waiting) app(...request)
  entry.collectWhenIdle(server)
  void entry.logModel(services)
  const mistyped = entry.mistypedSettings()
  if (mistyped) entry.announce(log, mistyped, 'warn')
  entry.announce(log, await entry.describeRegistration(services))
  for (const line of readyLines(config, address)) entry.announce(log, line)
  await entry.reportMissingReceipts(services)
}

function readyLines(config: Config, address: AddressInfo): string[] {
  const listening = config.BASE_URL ? ` (listening on port ${address.port})` : ''
  // Child processes may have installed and built Larder while this one waited.
  const seconds = Math.round(performance.now() / 1000)
  const after = seconds > QUICK_START ? ` after ${seconds} s` : ''
  const lines = [`Larder ${entry.VERSION} is ready${after}: open ${entry.publicUrl(config)}${listening}`]
  const others = config.BASE_URL ? [] : entry.networkUrls(address)
  if (others.length > 0) lines.push(`On a phone in the same network: ${others.join(' or ')}`)
  const advice = entry.nodeAdvice()
  if (advice) lines.push(advice)
  return lines
}

function listen(server: ReturnType<typeof createServer>, port: number, host: string) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

if (import.meta.env.PROD) {
  // By default, other users of the machine could read the files that SQLite creates.
  process.umask(0o077)
  try {
    await serve()
  } catch (error) {
    const message = entry.startFailure(error)
    if (!message) throw error
    process.stderr.write(`${message}\n`)
    process.exit(1)
  }
}
