import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import type { TLSSocket } from 'node:tls'
import proxyAddr from 'proxy-addr'
import type { Config } from '#app/config.server.ts'

type Trusts = (address: string, hop: number) => boolean

/** Like Express's `req.ip` and `req.protocol`, but for socket upgrades too, and ignoring invalid values. */
export function createClientAddress({ TRUST_PROXY }: Config) {
  const trusts = trustOf(TRUST_PROXY)
  return {
    addressOf({ socket, headers }: IncomingMessage) {
      const nearest = socket.remoteAddress ?? ''
      const forwarded = headers['x-forwarded-for']
      if (forwarded === undefined) return nearest
      const chain = [nearest]
      const hops = String(forwarded).split(',')
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
      return chain.at(untrusted) ?? ''
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

function trustOf(setting: Config['TRUST_PROXY']): Trusts {
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
