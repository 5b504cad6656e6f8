import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'
import compression from 'compression'

const KB = 1024

/** Bytes. A shorter body would hardly be smaller. */
export const WORTH_COMPRESSING = KB

/** [bits, for up to so many bytes]. A large window costs time and memory even if the body is short. */
const WINDOWS = [
  [14, 16 * KB],
  [16, 64 * KB],
  // Pages of 500 items stay as small as with the default.
  [20, Number.POSITIVE_INFINITY],
] as const

function brotliOptions(length: number) {
  const [window] = WINDOWS.find(([, upTo]) => length <= upTo) ?? WINDOWS[0]
  return {
    params: {
      // The first quality that finds repetition across a list's rows, which saves a sixth.
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: window,
    },
  }
}

const ACCEPTED = {
  br: /(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[,;]|$)/,
  gzip: /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[,;]|$)/,
}

export type Encoding = keyof typeof ACCEPTED

export function accepts({ headers }: Pick<IncomingMessage, 'headers'>, encoding: Encoding): boolean {
  return ACCEPTED[encoding].test(String(headers['accept-encoding'] ?? ''))
}

export const encodingFor = (req: Pick<IncomingMessage, 'headers'>): Encoding | undefined =>
  (['br', 'gzip'] as const).find((encoding) => accepts(req, encoding))

const brotli = promisify(brotliCompress)

/** A page of 60 items takes a millisecond, of which passing it to another thread and back would add a quarter. */
const AT_ONCE = 64 * KB

/** A body that is complete costs less at once than in a stream, and its length is known. */
export const compressed: Record<Encoding, (body: Buffer) => Promise<Buffer<ArrayBuffer>>> = {
  br: async (body) => {
    const options = brotliOptions(body.length)
    return body.length <= AT_ONCE ? brotliCompressSync(body, options) : brotli(body, options)
  },
  gzip: promisify(gzip),
}

const SHORT_DATA = 16 * KB

/** Short data costs less at once than in another thread, and repeats less than markup: docs/decisions/109-reloads-after-a-change.md */
export async function compressedData(encoding: Encoding, body: Buffer): Promise<Buffer<ArrayBuffer>> {
  if (encoding !== 'br' || body.length > SHORT_DATA) return compressed[encoding](body)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 14 }
  return brotliCompressSync(body, { params })
}

/** For all other bodies. Their length may be unknown. */
export const compress = compression({
  brotli: brotliOptions(64 * KB),
  filter: (req, res) => !res.locals.isStream && compression.filter(req, res),
})
