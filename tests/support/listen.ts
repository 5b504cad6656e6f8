import { once } from 'node:events'
import { createServer, type RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Serves on a free loopback port until the test ends. Resolves with the URL. */
export async function listen(handler: RequestListener | Server): Promise<string> {
  const server = handler instanceof Server ? handler : createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
