import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { RequestHandler, Response } from 'express'
import proxyAddr from 'proxy-addr'
import type { Config } from '#app/config/config.server.ts'
import type { Caller } from '#app/domain/audit.ts'
import type { DomainError } from '#app/domain/errors.ts'
import { SECOND } from '#app/domain/time.ts'
import type { Encoding } from '#app/http/out/compress.ts'
import type { Services } from '#app/services.ts'
import type { Reader } from '#app/words/reader.ts'
import { readerOfBrowser, readerOfProgram } from './language.ts'

declare global {
  namespace Express {
    interface Locals {
      requestId: string
      address: string
      origin: string
      reader: Reader
      nonce?: string
      /** For body.ts. Never read the request instead: its body was read before, so it would wait forever. */
      body?: Buffer | undefined
      uploadError?: DomainError | undefined
      /** Of its multipart form, if more than usual. */
      maxParts?: number
      /** Aborts when the response is rendered, or never will be. */
      rendered: AbortSignal
      isStream?: boolean
    }
  }
}

export function requestContext({ config, log }: Pick<Services, 'config' | 'log'>): RequestHandler {
  const { addressOf, protocolOf } = createClientAddress(config)
  return (req, res, next) => {
    const requestId = randomUUID().replaceAll('-', '').slice(0, 16)
    res.locals.requestId = requestId
    res.locals.address = addressOf(req)
    res.locals.origin = config.BASE_URL ?? `${protocolOf(req)}://${req.headers.host}`
    res.locals.reader = req.originalUrl.startsWith('/api/')
      ? readerOfProgram(req.headers)
      : readerOfBrowser({ config }, req.headers)
    res.setHeader('X-Request-Id', requestId)
    // The log, compression and streaming each listen for the end of a response.
    res.setMaxListeners(20)
    // Without a listener, a failing response would end the process.
    res.on('error', (error) => log.warn({ err: error, id: requestId }, 'could not send a response'))
    next()
  }
}

export const callerOf = ({ locals: { address, requestId } }: Response): Caller => ({ address, requestId })

type Trusts = (address: string, hop: number) => boolean

/** Like Express's `req.ip` and `req.protocol`, but for socket upgrades too, and ignoring invalid values. */
export function createClientAddress({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>) {
  const trusts = trustOf(TRUST_PROXY)

  /** All addresses from the nearest to the furthest, and which of them is the client's. */
  function routeOf({ socket, headers }: IncomingMessage) {
    const nearest = socket.remoteAddress ?? ''
    const chain = [nearest]
    const hops = String(headers['x-forwarded-for'] ?? '').split(',')
    for (const hop of hops
      .map((hop) => hop.trim())
      .filter(Boolean)
      .reverse()) {
      const address = withoutPort(hop)
      // An invalid hop counts as the proxy that sent it; otherwise clients could invent addresses.
      if (!address) break
      chain.push(address)
    }
    const untrusted = chain.findIndex((address, hop) => !trusts(address, hop))
    return { chain, client: untrusted < 0 ? chain.length - 1 : untrusted }
  }

  return {
    routeOf,
    addressOf(req: IncomingMessage) {
      if (req.headers['x-forwarded-for'] === undefined) return req.socket.remoteAddress ?? ''
      const { chain, client } = routeOf(req)
      return chain[client] ?? ''
    },
    protocolOf({ socket, headers }: IncomingMessage) {
      const own = (socket as TLSSocket).encrypted ? 'https' : 'http'
      const forwarded = headers['x-forwarded-proto']
      if (forwarded === undefined || !trusts(socket.remoteAddress ?? '', 0)) return own
      const protocol = String(forwarded).split(',', 1)[0]?.trim().toLowerCase()
      return protocol === 'https' || protocol === 'http' ? protocol : own
    },
  }
}

export function trustOf(setting: Config['TRUST_PROXY']): Trusts {
  if (typeof setting === 'boolean') return () => setting
  if (typeof setting === 'number') return (_address, hop) => hop < setting
  return proxyAddr.compile(setting)
}

/** Some proxies add the port: 192.0.2.7:1234, [2001:db8::7]:1234. */
function withoutPort(hop: string): string | undefined {
  const [, v4, v6] = /^(?:([\d.]+):\d{1,5}|\[([^\]]*)\](?::\d{1,5})?)$/.exec(hop) ?? []
  if (v6 !== undefined) return isIPv6(v6) ? withoutZone(v6) : undefined
  const address = v4 ?? hop
  return isIP(address) ? withoutZone(address) : undefined
}

/** An IPv6 zone (fe80::7%eth0) only means something on the machine that wrote it. */
const withoutZone = (address: string) => address.split('%', 1)[0] ?? ''

declare module '@remix-run/node' {
  interface AppLoadContext
    extends Pick<
      Express.Locals,
      'requestId' | 'address' | 'origin' | 'body' | 'uploadError' | 'maxParts' | 'rendered'
    > {
    services: Services
    /** As far as it is known: auth.ts replaces it by the account's own. */
    reader: Reader
    nonce: string
    scripted: boolean
    /** Requested by our script itself, such as an upload with its progress, or what was done without a connection. */
    wantsJson: boolean
    /** Requested by a browser, which shows what comes: a failure must be a page. */
    wantsPage: boolean
    contentType: string
    encoding: Encoding | undefined
    /** Aborts when the client has left or has its whole response; `request.signal` stops working once it is garbage. */
    closed: AbortSignal
    drained(): Promise<void>
    mayTake(ms: number): void
    onSent(listener: () => void): void
    /** Works where a route sends no headers of its own, too. */
    setCookie(cookie: string): void
  }
}

/** To say what went wrong. */
const MARGIN = 10 * SECOND

/** Shared, because `abort()` without a reason creates an error with a stack, which takes about 35 µs. */
export const CLOSED = new DOMException('The response is closed.', 'AbortError')

export function closeSignal(res: ServerResponse): AbortSignal {
  const closed = new AbortController()
  if (res.destroyed) closed.abort(CLOSED)
  else res.once('close', () => closed.abort(CLOSED))
  return closed.signal
}

/** Longer than a connection may be silent otherwise. */
export const mayTake = (res: ServerResponse, ms: number): void => void res.setTimeout(ms + MARGIN)

export async function drained(res: Response): Promise<void> {
  // A stream has the client's pace, which compression would hide.
  res.locals.isStream = true
  if (!res.writableNeedDrain) return
  await new Promise<void>((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done)
      resolve()
    }
    res.on('drain', done).on('close', done)
  })
}

/** Our script asks for it where it isn't the page that asks. */
export const acceptsJson = ({ headers }: { headers: IncomingHttpHeaders }) =>
  headers.accept === 'application/json'
