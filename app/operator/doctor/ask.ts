import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { DAY, SECOND } from '#app/domain/time.ts'
import type { Quote } from './findings.ts'

export const TIMEOUT = 8 * SECOND
const MAX_BYTES = 100_000

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The reason if this machine doesn't trust it. */
  certificate?: { problem: string | undefined; days: number }
}

export interface Question {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
  timeout?: number
}

/** Follows no redirects, and goes on with a certificate that isn't trusted: both are for the operator to know. */
export function ask(
  url: string,
  { method = 'GET', headers = {}, body, timeout = TIMEOUT }: Question = {},
): Promise<Reply> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  const length = body ? { 'Content-Length': String(body.length) } : {}
  // Nothing here decompresses.
  const all = { 'Accept-Encoding': 'identity', ...headers, ...length }
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method,
      headers: all,
      agent: false,
      rejectUnauthorized: false,
      signal: AbortSignal.timeout(timeout),
    })
    let responded = false
    request.once('response', (response) => {
      responded = true
      void read(response).then(resolve, reject)
    })
    // A proxy may refuse a large body and close the connection before all of it was sent.
    request.on('error', (error) => responded || reject(error))
    request.end(body)
  })
}

async function read(response: IncomingMessage): Promise<Reply> {
  const certificate = certificateOf(response.socket as TLSSocket)
  const { statusCode: status = 0, headers } = response
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_BYTES) break
    }
  } catch {
    // The status is enough.
  }
  response.destroy()
  return { status, headers, text: Buffer.concat(chunks).toString(), ...(certificate && { certificate }) }
}

function certificateOf(socket: TLSSocket) {
  if (!socket.encrypted) return undefined
  const { valid_to: end } = socket.getPeerCertificate()
  const problem = socket.authorized ? undefined : String(socket.authorizationError)
  return { problem, days: Math.floor((Date.parse(end) - Date.now()) / DAY) }
}

/** What is said of a certificate whose dates are wrong, perhaps because the clock is. */
export const WRONG_TIME = /certificate (?:has expired|is not yet valid)/

const REASONS: [codes: RegExp, reason: (host: string) => string][] = [
  [/^(?:ENOTFOUND|EAI_)/, (host) => `the name ${host} isn't known here (DNS)`],
  [/^ECONNREFUSED/, (host) => `nothing listens at ${host}`],
  [
    /^(?:ETIMEDOUT|TIMEOUT|ABORT|23$)/i,
    (host) => `${host} doesn't answer within ${TIMEOUT / SECOND} seconds`,
  ],
  [/^(?:ECONNRESET|EPIPE)/, (host) => `${host} closes the connection`],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)/, (host) => `there is no route to ${host}`],
  [/^(?:EPROTO|ERR_SSL)/, (host) => `${host} doesn't speak TLS as it should`],
  [/^HPE_/, (host) => `${host} doesn't speak HTTP`],
]

export const isTimeout = (error: unknown) => error instanceof Error && error.name === 'AbortError'

export function reasonOf(error: unknown, url: string, quote: Quote): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const [, reason] = REASONS.find(([codes]) => codes.test(code)) ?? []
  return reason ? reason(new URL(url).host) : quote(error)
}
