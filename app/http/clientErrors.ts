import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { answered } from './pipelining.ts'

interface Answer {
  status: string
  sentence: string
}

const ANY: Answer = { status: '400 Bad Request', sentence: 'This request cannot be read.' }
const ANSWERS: Record<string, Answer> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    sentence: 'The request took too long to arrive.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    sentence: 'The address or the headers are too long.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Payload Too Large',
    sentence: 'This is too much at once.',
  },
}
const NO_TUNNELS: Answer = { status: '405 Method Not Allowed', sentence: 'This method is not used here.' }

/** So long may somebody go on sending after his answer: cutting him off at once would lose it. */
const LINGER = 1_000

/** What Node cannot make a request of gets a sentence, too. */
export function answerUnreadable(server: Server, log: Logger): void {
  const answering = new WeakMap<Duplex, ServerResponse>()
  const failed = new WeakSet<Duplex>()
  server.on('request', (req, res) => answering.set(req.socket, res))
  server.on('connect', async (_req, socket) => {
    socket.on('error', () => socket.destroy())
    await answered(socket)
    if (!socket.destroyed) say(socket, NO_TUNNELS)
  })
  server.on('clientError', async (error: NodeJS.ErrnoException, socket) => {
    const answer = ANSWERS[error.code ?? ''] ?? ANY
    const current = answering.get(socket)
    if (error.code !== 'ECONNRESET') {
      // Every packet behind the first that cannot be read fails again.
      if (failed.has(socket)) return
      failed.add(socket)
      // What came before is answered first.
      await answered(socket, current?.req.complete ? undefined : current)
    }
    // In the middle of an answer a second one would only garble the first.
    if (
      error.code === 'ECONNRESET' ||
      !socket.writable ||
      (current?.headersSent && !current.writableFinished)
    ) {
      return void socket.destroy()
    }
    log.info(
      { code: error.code, status: answer.status, from: (socket as Socket).remoteAddress },
      'unreadable',
    )
    say(socket, answer)
  })
}

function say(socket: Duplex, { status, sentence }: Answer): void {
  const body = `${sentence}\n`
  socket.on('error', () => socket.destroy())
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Connection: close',
      'Content-Type: text/plain; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      '',
      body,
    ].join('\r\n'),
  )
  setTimeout(() => socket.destroy(), LINGER).unref()
}
