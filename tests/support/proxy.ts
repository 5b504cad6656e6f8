import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a proxy in front of Larder can do wrong. */
export interface ProxyMistakes {
  /** With X-Forwarded-For; without any, it is replaced by the client's address. */
  forwardedFor?: 'append' | 'keep' | 'drop'
  forwardsUpgrade?: boolean
  /** Of a body, in bytes. */
  limit?: number
}

/** A real reverse proxy on loopback. Returns its URL. */
export async function startProxy(
  target: string,
  port: number,
  mistakes: ProxyMistakes = {},
): Promise<string> {
  const { hostname, port: targetPort } = new URL(target)
  const { forwardsUpgrade = true, limit = Number.POSITIVE_INFINITY } = mistakes
  const server = createServer((req, res) => {
    if (Number(req.headers['content-length'] ?? 0) > limit) {
      const refuse = () => res.writeHead(413).end('<h1>413 Request Entity Too Large</h1>')
      // Only then does the client see the response for sure.
      return void req.resume().once('end', refuse)
    }
    const { upgrade: _, connection: __, ...headers } = headersOf(req, mistakes)
    const upstream = request({ hostname, port: targetPort, method: req.method, path: req.url, headers })
    upstream.on('response', (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(res)
    })
    upstream.on('error', () => res.headersSent || res.writeHead(502).end('Bad gateway'))
    req.on('error', () => upstream.destroy())
    req.pipe(upstream)
  })
  if (forwardsUpgrade) {
    server.on('upgrade', (req, socket, head) => {
      const upstream = connect(Number(targetPort), hostname)
      const lines = Object.entries(headersOf(req, mistakes)).map(([name, value]) => `${name}: ${value}`)
      upstream.write([`${req.method} ${req.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      upstream.write(head)
      socket.pipe(upstream).pipe(socket)
      for (const end of [socket, upstream]) {
        end.on('error', () => {
          socket.destroy()
          upstream.destroy()
        })
      }
    })
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${port}`
}

function headersOf({ headers, socket }: IncomingMessage, { forwardedFor }: ProxyMistakes) {
  const { 'x-forwarded-for': sent, ...others } = headers
  const client = socket.remoteAddress ?? ''
  const chain =
    forwardedFor === 'drop'
      ? undefined
      : forwardedFor === 'keep'
        ? sent
        : forwardedFor === 'append' && sent
          ? `${sent}, ${client}`
          : client
  return { ...others, ...(chain && { 'x-forwarded-for': chain }) }
}
