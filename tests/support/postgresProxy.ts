import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A network between Larder and PostgreSQL that can fail. */
export async function postgresProxy(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  const state = { isRefusing: false, isSilent: false }
  let lastWords: string | undefined

  const server = createServer((client) => {
    if (state.isRefusing) return void client.destroy()
    const upstream = connect(target)
    let isDying = false
    client.on('data', (chunk) => {
      if (state.isSilent) return
      if (lastWords !== undefined && chunk.includes(lastWords)) {
        lastWords = undefined
        isDying = true
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (isDying) client.destroy()
      else if (!state.isSilent) client.write(chunk)
    })
    const join = (socket: Socket, other: Socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    join(client, upstream)
    join(upstream, client)
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    cut()
    server.close()
  })
  url.port = String((server.address() as AddressInfo).port)
  return {
    /** The database's URL through the proxy. */
    url: url.href,
    /** Closes all connections. */
    cut,
    /** Closes the connection that sends this text as soon as the server answers it. */
    cutAfter(text: string) {
      lastWords = text
    },
    /** While refusing, new connections fail. While silent, nothing passes, as on a network that is gone. */
    state,
  }
}
