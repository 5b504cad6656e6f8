import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
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
      // Nearest first: a trusted proxy is believed about the hop before it.
      const chain = [near]
      for (const hop of hopsOf(String(said)).reverse()) {
        const address = withoutPort(hop)
        // It counts as the proxy that passed it on, or a client could make up a new one for each request.
        if (!address) break
        chain.push(address)
      }
      const untrusted = chain.findIndex((address, hop) => !trusts(address, hop))
      return chain.at(untrusted) ?? ''
    },
    protocolOf({ socket, headers }) {
      const own = (socket as TLSSocket).encrypted ? 'https' : 'http'
      const said = headers['x-forwarded-proto']
      if (said === undefined || !trusts(socket.remoteAddress ?? '', 0)) return own
      const protocol = String(said).split(',', 1)[0]?.trim().toLowerCase()
      return protocol === 'https' || protocol === 'http' ? protocol : own
    },
  }
}

function hopsOf(header: string): string[] {
  return header
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
}

/** Some proxies name the port of the connection, too: 192.0.2.7:1234, [2001:db8::7]:1234. */
function withoutPort(hop: string): string | undefined {
  const [, v4, v6] = /^(?:([\d.]+):\d{1,5}|\[([^\]]*)\](?::\d{1,5})?)$/.exec(hop) ?? []
  if (v6 !== undefined) return isIPv6(v6) ? withoutZone(v6) : undefined
  const address = v4 ?? hop
  return isIP(address) ? withoutZone(address) : undefined
}

/** The zone of an IPv6 address (fe80::7%eth0) means something only on the machine that wrote it. */
function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? ''
}
