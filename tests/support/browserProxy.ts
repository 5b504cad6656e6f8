import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** Answers a request in place of the server, or returns false. */
type Answer = (req: IncomingMessage, res: ServerResponse) => boolean | undefined

/** A network between a browser and Larder that can fail. */
export async function browserProxy(larderUrl: string) {
  const { port } = new URL(larderUrl)
  const target = { host: '127.0.0.1', port: Number(port) }
  const sockets = new Set<Socket>()
  let isDown = false
  let answer: Answer = () => false

  const server = createServer((req, res) => {
    if (answer(req, res)) return
    const upstream = request({ ...target, path: req.url, method: req.method, headers: req.headers })
    upstream.on('response', (response) => {
      res.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.pipe(res)
    })
    upstream.on('error', () => res.destroy())
    req.pipe(upstream)
  })
  server.on('connection', (socket) => {
    if (isDown) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  // The socket of live updates.
  server.on('upgrade', (req, client: Socket, head) => {
    const upstream = connect(target)
    const lines = req.rawHeaders.flatMap((name, index, all) =>
      index % 2 ? [] : `${name}: ${all[index + 1]}`,
    )
    upstream.write(`${req.method} ${req.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    client.pipe(upstream).pipe(client)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => {})
      socket.on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Connections are refused, as without reception. */
    goDown() {
      isDown = true
      cut()
    },
    /** Everything goes to Larder again. */
    restore() {
      isDown = false
      answer = () => false
    },
    answerWith(next: Answer) {
      answer = next
    },
    stop() {
      cut()
      server.close()
    },
  }
}
