import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
// In development Vite answers this; the production bundle puts build/server/index.js in its place.
import * as build from 'virtual:remix/server-build'
import type { RequestHandler } from 'express'
import type { Build } from '#app/http/remix.ts'

// Through the build instead of imported: this file and the pages are bundled apart, and what is
// alive (the database, the classes of errors) must exist once.
const entry = build.entry.module as unknown as typeof import('#app/entry.server.tsx')

interface Development {
  assets: RequestHandler
  build: Build
}

// Left alone, V8 lets garbage lie until the heap has doubled or more; the small server it runs on has
// better uses for that memory. See docs/decisions/061-garbage-collection-settings.md
setFlagsFromString('--heap-growing-percent=60')

export async function serve(dev?: Development): Promise<void> {
  const config = entry.readConfig()
  const log = entry.createLog(config.LOG_LEVEL)
  const server = createServer({
    // Slow clients may not hold a connection for nothing, yet a photo on a bad line takes minutes.
    headersTimeout: 15_000,
    requestTimeout: 300_000,
    connectionsCheckingInterval: 5_000,
    // Node's own refusal says nothing; ours says what is wrong.
    requireHostHeader: false,
  })
  server.timeout = 60_000
  server.keepAliveTimeout = 65_000
  // Before the database is touched: a second Larder on the same port ends here. Nothing is awaited
  // from here on, so that no request can come before there is somebody to answer it.
  await listen(server, config.PORT, config.HOST)
  const hold = entry.lockForServer(config.DATA_DIR)
  process.once('exit', () => hold.release())
  const services = entry.createServices(config, log)
  const app = entry.createApp({
    services,
    build: dev?.build ?? build,
    assets: dev?.assets ?? entry.builtAssets(fileURLToPath(new URL('./client', import.meta.url))),
    mode: dev ? 'development' : 'production',
  })
  server.on('request', app)
  entry.handleClientErrors(server, services)
  entry.shutDownOnSignals(server, services, entry.attachSocket(server, services))
  entry.keepSweeping(services)
  const operator = fileURLToPath(new URL('./operator.js', import.meta.url))
  // Only what is built has that command.
  if (!dev) process.once('exit', entry.keepBackups(services, entry.byCommand(operator)))
  const { port } = server.address() as AddressInfo
  const where = config.BASE_URL
    ? `${config.BASE_URL} (it listens on port ${port})`
    : `http://localhost:${port}`
  process.stdout.write(`Larder is ready: open ${where}\n`)
}

function listen(server: ReturnType<typeof createServer>, port: number, host: string) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

if (import.meta.env.PROD) {
  // SQLite would let everybody on the machine read what it creates.
  process.umask(0o077)
  try {
    await serve()
  } catch (error) {
    const sentence = entry.startFailure(error)
    if (!sentence) throw error
    process.stderr.write(`${sentence}\n`)
    process.exit(1)
  }
}
