import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { AppLoadContext } from '@remix-run/node'
import type { Response as ExpressResponse } from 'express'

type Context = Pick<AppLoadContext, 'services' | 'requestId'>

/**
 * The only way to send a stream, because it handles every error: a failing source cuts the connection, so that
 * clients never take a part for the whole, and a client that leaves ends the source.
 */
export function streamResponse(
  { services, requestId }: Context,
  source: AsyncIterable<Uint8Array>,
  headers: Record<string, string>,
): Response {
  const chunks = source[Symbol.asyncIterator]()
  const logError = (error: unknown) => services.log.error({ err: error, id: requestId }, 'streaming failed')
  let cancelled = false
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next()
        if (cancelled) return
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        logError(error)
        controller.error(error)
      }
    },
    async cancel() {
      cancelled = true
      await chunks.return?.().catch(logError)
    },
  })
  return new Response(body, { headers })
}

/** A download that is made while it is sent. */
export async function zipResponse(context: Context, archive: AsyncIterable<Uint8Array>): Promise<Response> {
  const chunks = archive[Symbol.asyncIterator]()
  // If this fails, there is still time for a response with a status.
  const first = await chunks.next()
  const day = new Date().toISOString().slice(0, 10)
  return streamResponse(context, resume(first, chunks), {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="larder-${day}.zip"`,
  })
}

async function* resume(first: IteratorResult<Uint8Array>, chunks: AsyncIterator<Uint8Array>) {
  try {
    for (let next = first; !next.done; next = await chunks.next()) yield next.value
  } finally {
    await chunks.return?.()
  }
}

/** Streams JSON lines: everything `work` sends while it runs, then its result. */
export function streamLines<Line>(
  context: Context,
  contentType: string,
  work: (send: (line: Line) => void) => Promise<Line>,
): Response {
  // no-transform: compression would hold back the lines until the end.
  const headers = { 'Content-Type': contentType, 'Cache-Control': 'private, no-store, no-transform' }
  return streamResponse(context, linesFrom(work), headers)
}

async function* linesFrom<Line>(work: (send: (line: Line) => void) => Promise<Line>) {
  const queue: Line[] = []
  let wake = () => {}
  let outcome: { error?: unknown } | undefined
  const send = (line: Line) => {
    queue.push(line)
    wake()
  }
  const end = (ended: { error?: unknown }) => {
    outcome = ended
    wake()
  }
  // Kept instead of thrown: after the client has left, nothing awaits this promise.
  work(send)
    .then(send)
    .then(
      () => end({}),
      (error) => end({ error }),
    )
  while (!outcome || queue.length > 0) {
    const line = queue.shift()
    if (line !== undefined) yield Buffer.from(`${JSON.stringify(line)}\n`)
    else await new Promise<void>((resolve) => (wake = resolve))
  }
  if (outcome.error) throw outcome.error
}

/** Loader data, which is already complete in memory. */
const DATA = 'text/x-script'

export async function sendResponse(res: ExpressResponse, response: Response, page: Buffer[] = []) {
  res.status(response.status)
  const cookies = response.headers.getSetCookie()
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') res.setHeader(name, value)
  }
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
  if (!response.body) {
    const last = page.pop()
    for (const part of page) res.write(part)
    return void res.end(last)
  }
  if (response.headers.get('Content-Type') === DATA) return void res.end(await response.text())
  // Fails when the client leaves or the source does; both are logged, and either way the response has ended.
  await pipeline(Readable.fromWeb(response.body as NodeStream), res).catch(() => {})
}
