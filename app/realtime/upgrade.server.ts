import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

export const isWebSocketUpgrade = (req: IncomingMessage) => req.headers.upgrade?.toLowerCase() === 'websocket'

// Some clients (curl --http2, Java) offer an upgrade to HTTP/2 with every request. Node emits these as upgrades
// too: this hands them back as plain requests.
export function ignoreUpgrade(server: Server, req: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${req.method} ${req.url} HTTP/${req.httpVersion}`]
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const [name = '', value = ''] = req.rawHeaders.slice(i, i + 2)
    if (!/^(?:upgrade|connection|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`)
  }
  // Node adds these two listeners again without removing the old ones.
  for (const event of ['pause', 'resume']) socket.removeAllListeners(event)
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
