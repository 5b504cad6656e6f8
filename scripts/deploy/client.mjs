// An HTTPS client that connects through the proxy from its own loopback address.

import { request as httpRequest } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import WebSocket from 'ws'
import { until } from './processes.mjs'

/** Servers see each 127.0.0.x as a different client. With `appPort`, requests go to that Larder, past the proxy. */
export function createClient({ name, httpsPort, httpPort, ca, from, appPort, cookies = new Map() }) {
  const origin = `https://${name}:${httpsPort}`
  const cookie = () => [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const tls = { host: '127.0.0.1', localAddress: from, servername: name, ca, agent: false }

  function send(requestFunction, options, body) {
    return new Promise((resolve, reject) => {
      const req = requestFunction(options, (res) => {
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

  const request = (method, path, { headers = {}, body } = {}) =>
    send(
      appPort ? httpRequest : httpsRequest,
      {
        ...tls,
        port: appPort ?? httpsPort,
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
    get: (path, headers) => request('GET', path, { headers }),
    post: (path, fields, headers) =>
      request('POST', path, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin, ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    upload: (path, photo, headers) => {
      const boundary = 'larder-photo'
      const body = Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="receiptImage"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
        ),
        photo,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ])
      const type = `multipart/form-data; boundary=${boundary}`
      return request('POST', path, { headers: { 'Content-Type': type, Origin: origin, ...headers }, body })
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
    socket: (page = origin) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`wss://${name}:${httpsPort}/ws`, {
          localAddress: tls.localAddress,
          ca,
          agent: false,
          lookup: (_name, { all }, done) =>
            all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
          headers: { Origin: page, Cookie: cookie() },
        })
        const received = []
        const closed = new Promise((closedWith) => socket.once('close', (code) => closedWith(code)))
        socket.on('message', (data) => received.push(JSON.parse(String(data))))
        socket.once('unexpected-response', (_req, res) => resolve({ refused: res.statusCode }))
        socket.once('error', reject)
        socket.once('open', () => resolve({ socket, received, closed }))
      }),
  }
}

export function receive(live, type) {
  return until(`received ${type}`, async () => live.received.some((message) => message.type === type), 5000)
}
