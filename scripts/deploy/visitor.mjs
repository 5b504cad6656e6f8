// Somebody who comes through the proxy by https, from an address of his own on this machine.

import { request as httpRequest } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import WebSocket from 'ws'

/** Each 127.0.0.x is this machine, and a different client to a server. */
export function visitor({ name, httpsPort, httpPort, ca, from }) {
  const origin = `https://${name}:${httpsPort}`
  const cookies = new Map()
  const cookie = () => [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const tls = { host: '127.0.0.1', localAddress: from, servername: name, ca, agent: false }

  function send(request, options, body) {
    return new Promise((resolve, reject) => {
      const req = request(options, (res) => {
        const chunks = []
        res.on('data', (chunk) => chunks.push(chunk))
        res.once('error', reject)
        res.once('end', () => {
          const set = res.headers['set-cookie'] ?? []
          for (const one of set) {
            const [, key, value] = /^([^=]+)=([^;]*)/.exec(one)
            if (value === '') cookies.delete(key)
            else cookies.set(key, value)
          }
          resolve({ status: res.statusCode, headers: res.headers, set, body: Buffer.concat(chunks) })
        })
      })
      req.once('error', reject)
      req.end(body)
    })
  }

  const ask = (method, path, { headers = {}, body } = {}) =>
    send(
      httpsRequest,
      {
        ...tls,
        port: httpsPort,
        method,
        path,
        headers: {
          Host: `${name}:${httpsPort}`,
          ...(cookies.size > 0 && { Cookie: cookie() }),
          ...(body && { 'Content-Length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      body,
    )

  return {
    origin,
    cookies,
    get: (path, headers) => ask('GET', path, { headers }),
    /** As a browser sends a form: with the Origin of the page. */
    post: (path, fields, headers) =>
      ask('POST', path, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin, ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    upload: (path, photo, headers) => {
      const edge = 'larder-photo'
      const body = Buffer.concat([
        Buffer.from(
          `--${edge}\r\nContent-Disposition: form-data; name="receiptImage"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
        ),
        photo,
        Buffer.from(`\r\n--${edge}--\r\n`),
      ])
      const type = `multipart/form-data; boundary=${edge}`
      return ask('POST', path, { headers: { 'Content-Type': type, Origin: origin, ...headers }, body })
    },
    plain: (path) =>
      send(httpRequest, {
        host: '127.0.0.1',
        localAddress: from,
        port: httpPort,
        path,
        headers: { Host: name },
        agent: false,
      }),
    /** The status of a page by HTTP/2, as browsers ask for it. */
    http2: (path) =>
      new Promise((resolve, reject) => {
        const session = connectHttp2(origin, { ...tls, port: httpsPort })
        session.once('error', reject)
        const stream = session.request({ ':path': path, ':authority': `${name}:${httpsPort}` })
        stream.once('error', reject)
        stream.once('response', (headers) => {
          stream.resume()
          stream.once('end', () => {
            session.close()
            resolve(headers[':status'])
          })
        })
      }),
    /** A socket, its messages as they come; or the status with which it was refused. */
    socket: (page = origin) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`wss://${name}:${httpsPort}/ws`, {
          localAddress: tls.localAddress,
          ca,
          agent: false,
          lookup: (_name, { all }, found) =>
            all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4),
          headers: { Origin: page, Cookie: cookie() },
        })
        const heard = []
        const closed = new Promise((done) => socket.once('close', (code) => done(code)))
        socket.on('message', (data) => heard.push(JSON.parse(String(data))))
        socket.once('unexpected-response', (_req, res) => resolve({ refused: res.statusCode }))
        socket.once('error', reject)
        socket.once('open', () => resolve({ socket, heard, closed }))
      }),
  }
}
