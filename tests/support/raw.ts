import { connect } from 'node:net'

interface Answer {
  status: number
  /** Lower-cased, as it came. */
  head: string
  body: string
}

/** Sends bytes as they are and reads until the server closes: for requests no client would make. */
export function ask(url: string, bytes: string | Buffer, { end = false } = {}): Promise<Answer> {
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

/** A request in one line, its headers in some more; asks to close so that `ask` sees the end. */
export function lines(first: string, ...headers: string[]): string {
  return [`${first} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')
}
