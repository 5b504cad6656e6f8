import { Agent, request } from 'node:http'
import type { Person } from './people.ts'

export interface ClientResponse {
  status: number
  body: string
  ms: number
}

/** Sends requests like browsers, over shared keep-alive connections. */
export function createClient(base: string, sockets = 64, sent = () => {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })

  function send(method: string, path: string, cookie: string, body?: string): Promise<ClientResponse> {
    const started = performance.now()
    return new Promise((resolve, reject) => {
      const req = request(new URL(path, base), {
        method,
        agent,
        headers: {
          Cookie: `session=${cookie}`,
          ...(body !== undefined && {
            'Content-Type': 'application/x-www-form-urlencoded',
            'Content-Length': Buffer.byteLength(body),
          }),
        },
      })
      req.once('error', reject)
      // The request was written to an open connection.
      req.once('finish', sent)
      req.once('response', (res) => {
        let text = ''
        res.setEncoding('utf8')
        res.on('data', (chunk) => {
          text += chunk
        })
        res.once('end', () =>
          resolve({ status: res.statusCode ?? 0, body: text, ms: performance.now() - started }),
        )
        // A partial response doesn't count as acknowledged.
        res.once('close', () => reject(new Error('the response ended early')))
      })
      req.end(body)
    })
  }

  return {
    get: (path: string, person: Person) => send('GET', path, person.cookie),
    /** Sends a form like the browser's JavaScript, which gets data instead of a page. */
    post: (path: string, person: Person, fields: Record<string, string>) =>
      send('POST', path, person.cookie, new URLSearchParams(fields).toString()),
    close: () => agent.destroy(),
  }
}

export type Client = ReturnType<typeof createClient>
