import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { Config } from '#app/config/config.server.ts'
import { KEYS } from '#app/config/configKeys.ts'
import { VERSION } from '#app/config/version.ts'
import { newSecret } from '#app/domain/sharing/tokens.ts'
import { MINUTE } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import { createClientAddress } from './in/requestContext.ts'
import { sendJson } from './out/send.ts'

// How a request arrived, for the operator's `doctor`. It proves that it knows the link key, as the server does.

export const QUESTION = 'x-larder-doctor'
const FORMAT = /^((\d{13})\.[\w-]{32})\.([\w-]{43})$/
export const MAX_AGE = 2 * MINUTE

export interface Arrival {
  /** Shows that the answer is by a server with the same link key. */
  proof: string
  version: string
  /** From the nearest address to the furthest, and which of them counts as the client's. */
  chain: string[]
  client: number
  host: string
  forwardedProto: string
  bytes: number
  fingerprints: Record<string, string>
}

export function newQuestion(key: Buffer) {
  const stamp = `${Date.now()}.${newSecret()}`
  return { question: `${stamp}.${macOf(key, 'question', stamp)}`, proof: macOf(key, 'answer', stamp) }
}

export function describeArrival({ config, linkKey }: Services): RequestHandler {
  const { routeOf } = createClientAddress(config)
  return (req, res, next) => {
    const stamp = stampOf(linkKey, String(req.headers[QUESTION] ?? ''))
    if (!stamp) return next()
    const answer = async () => {
      const { host = '', 'x-forwarded-proto': forwardedProto = '' } = req.headers
      const arrival: Arrival = {
        proof: macOf(linkKey, 'answer', stamp),
        version: VERSION,
        ...routeOf(req),
        host,
        forwardedProto: String(forwardedProto),
        bytes: await bytesOf(req),
        fingerprints: fingerprintsOf(linkKey, config),
      }
      res.setHeader('Cache-Control', 'no-store')
      sendJson(res, 200, arrival)
    }
    answer().catch(() => res.destroy())
  }
}

/** Undefined if it isn't a fresh question of someone with the key. */
function stampOf(key: Buffer, question: string): string | undefined {
  const [, stamp = '', time, mac = ''] = FORMAT.exec(question) ?? []
  if (!stamp || Math.abs(Date.now() - Number(time)) > MAX_AGE) return undefined
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, 'question', stamp))) ? stamp : undefined
}

async function bytesOf(req: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const chunk of req) bytes += chunk.length
  return bytes
}

/** Tell whether settings are the same, but not what they are. */
export function fingerprintsOf(key: Buffer, config: Config): Record<string, string> {
  const names = Object.keys(KEYS) as (keyof Config)[]
  return Object.fromEntries(
    names.map((name) => [name, macOf(key, 'setting', name, JSON.stringify(config[name]))]),
  )
}

const macOf = (key: Buffer, ...parts: (string | undefined)[]) =>
  createHmac('sha256', key)
    .update(JSON.stringify(['doctor', ...parts]))
    .digest('base64url')
