import type { LoaderFunctionArgs } from '@remix-run/node'
import { DomainError } from '#app/domain/errors.ts'
import { type Receipt, readReceipt } from '#app/domain/receipts/receipts.ts'
import { receiptOfListOrTrip } from '#app/domain/trips/trips.ts'
import { userOfRequest } from '#app/http/in/auth.ts'
import { streamResponse } from '#app/http/out/stream.ts'

const YEAR_IN_SECONDS = 31_536_000

export const handle = { download: true }

/** The receipt's image, for everyone who may see the list or the trip; a 404 for everyone else. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await userOfRequest(context, request)
  if (!user) throw new DomainError('receipt-not-found')
  const { receipt, read } = await readReceipt(context.services, user, params.id, receiptOfListOrTrip)
  const headers = headersOf(receipt, new URL(request.url).searchParams.get('v'))
  if (request.headers.get('If-None-Match')?.includes(`"${receipt.id}"`)) {
    return new Response(null, { status: 304, headers })
  }
  // A receipt is in memory until the client has read it.
  await context.services.sendQueue.take(user.id, context.closed)
  const bytes = await read()
  headers.set('Content-Length', String(bytes.length))
  return streamResponse(context, inOnePiece(bytes), headers)
}

async function* inOnePiece(bytes: Uint8Array) {
  yield bytes
}

function headersOf(receipt: Receipt, version: string | null): Headers {
  const day = new Date(receipt.createdAt).toISOString().slice(0, 10)
  return new Headers({
    'Content-Type': receipt.contentType,
    'Content-Disposition': `inline; filename="receipt-${day}.webp"`,
    ETag: `"${receipt.id}"`,
    // A URL with the receipt's id always means this image.
    'Cache-Control':
      version === receipt.id ? `private, max-age=${YEAR_IN_SECONDS}, immutable` : 'private, no-cache',
    // Cached per session: after logging out, the browser asks the server again.
    Vary: 'Cookie, Authorization',
    'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  })
}
