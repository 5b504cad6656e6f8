import type { LoaderFunctionArgs } from '@remix-run/node'
import { DomainError } from '#app/domain/errors.ts'
import { type Receipt, readReceipt } from '#app/domain/receipts.ts'
import { noteFailure } from '#app/http/errors.ts'
import { rangeOf } from '#app/http/ranges.ts'
import { currentCaller } from '#app/http/session.ts'

const YEAR = 31_536_000

export const handle = { download: true }

/** The picture itself, for those who may see the list; to all others there is none. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  try {
    const user = await currentCaller(context, request)
    if (!user) throw new DomainError('not-found', 'This list has no receipt.')
    const { receipt, read } = await readReceipt(context.services, user, params.id)
    const headers = headersOf(receipt, new URL(request.url).searchParams.get('v'))
    if (request.headers.get('If-None-Match')?.includes(`"${receipt.id}"`)) {
      return new Response(null, { status: 304, headers })
    }
    const range = wantedRange(request, receipt, headers)
    if (range === 'unsatisfiable') {
      headers.set('Content-Range', `bytes */${receipt.bytes}`)
      return new Response(null, { status: 416, headers })
    }
    const bytes = new Uint8Array(await read(range))
    headers.set('Content-Length', String(bytes.length))
    if (!range) return new Response(bytes, { headers })
    headers.set('Content-Range', `bytes ${range.start}-${range.end}/${receipt.bytes}`)
    return new Response(bytes, { status: 206, headers })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    noteFailure(context, error)
    const headers = { ...(error.retryAfter && { 'Retry-After': String(error.retryAfter) }) }
    return new Response(`${error.message}\n`, { status: error.status, headers })
  }
}

function wantedRange(request: Request, receipt: Receipt, headers: Headers) {
  const condition = request.headers.get('If-Range')
  if (condition !== null && condition !== headers.get('ETag')) return undefined
  return rangeOf(request.headers.get('Range'), receipt.bytes)
}

function headersOf(receipt: Receipt, version: string | null): Headers {
  const day = new Date(receipt.createdAt).toISOString().slice(0, 10)
  return new Headers({
    'Content-Type': receipt.contentType,
    'Content-Disposition': `inline; filename="receipt-${day}.webp"`,
    'Accept-Ranges': 'bytes',
    ETag: `"${receipt.id}"`,
    // An address with the receipt's own id can only ever mean this picture.
    'Cache-Control': version === receipt.id ? `private, max-age=${YEAR}, immutable` : 'private, no-cache',
    // What is kept belongs to this session: after a logout the server is asked again.
    Vary: 'Cookie, Authorization',
    'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  })
}
