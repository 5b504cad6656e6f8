import type { IncomingMessage } from 'node:http'
import express from 'express'
import type { Config } from '#app/config.server.ts'
import type { Asker } from '#app/domain/audit.ts'

type Trusts = (address: string, hop: number) => boolean

/** Express' `req.ip` for requests that Express never sees: the handshakes of sockets. */
export function createAskerOf({ TRUST_PROXY }: Config): (req: IncomingMessage) => Asker {
  const trusts: Trusts = express().set('trust proxy', TRUST_PROXY).get('trust proxy fn')
  return ({ socket, headers }) => {
    const said = String(headers['x-forwarded-for'] ?? '').split(',')
    const hops = said.map((hop) => hop.trim()).filter(Boolean)
    // Nearest first: who is trusted is believed about the one before him.
    const chain = [socket.remoteAddress ?? '', ...hops.reverse()]
    const untrusted = chain.findIndex((address, hop) => !trusts(address, hop))
    return { address: chain.at(untrusted) ?? '' }
  }
}
