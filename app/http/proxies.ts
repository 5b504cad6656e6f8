import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import express from 'express'
import type { Config } from '#app/config.server.ts'

type Trusts = (address: string, hop: number) => boolean

/** Where a request comes from, as far as TRUST_PROXY believes those in between. */
export interface Proxies {
  addressOf(req: IncomingMessage): string
  protocolOf(req: IncomingMessage): string
}

/** What Express calls `req.ip` and `req.protocol`, for all that is asked before it and without it. */
export function createProxies({ TRUST_PROXY }: Config): Proxies {
  const trusts: Trusts = express().set('trust proxy', TRUST_PROXY).get('trust proxy fn')
  return {
    addressOf({ socket, headers }) {
      const near = socket.remoteAddress ?? ''
      const said = headers['x-forwarded-for']
      if (said === undefined) return near
      const hops = String(said).split(',')
      const named = hops.map((hop) => hop.trim()).filter(Boolean)
      // Nearest first: who is trusted is believed about the one before him.
      const chain = [near, ...named.reverse()]
      const untrusted = chain.findIndex((address, hop) => !trusts(address, hop))
      return chain.at(untrusted) ?? ''
    },
    protocolOf({ socket, headers }) {
      const own = (socket as TLSSocket).encrypted ? 'https' : 'http'
      const said = headers['x-forwarded-proto']
      if (said === undefined || !trusts(socket.remoteAddress ?? '', 0)) return own
      return String(said).split(',', 1)[0]?.trim() || own
    },
  }
}
