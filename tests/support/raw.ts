import { connect } from 'node:net'

interface RawResponse {
  status: number
  /** The status line and headers, in lower case. */
  head: string
  body: string
}

/** Sends these exact bytes and reads until the server closes the connection. */
export function sendRaw(url: string, bytes: string | Buffer, { end = false } = {}): Promise<RawResponse> {
  const { port, hostname } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.once('error', reject)
    socket.once('end', () => {
      socket.destroy()
      const [head = '', body = ''] = received.split('\r\n\r\n', 2)
      resolve({ status: Number(head.split(' ', 2)[1]), head: head.toLowerCase(), body })
    })
    socket.write(bytes)
    if (end) socket.end()
  })
}

/** The head of a request with `Connection: close`, which `sendRaw` relies on. */
export function requestHead(first: string, ...headers: string[]): string {
  return [`${first} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')
}
