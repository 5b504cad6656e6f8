import type { ServerResponse } from 'node:http'
import { type AppLoadContext, writeReadableStreamToWritable } from '@remix-run/node'

type Context = Pick<AppLoadContext, 'services' | 'requestId' | 'closed' | 'drained'>

export const streamResponse = (context: Context, source: AsyncIterable<Uint8Array>, headers: HeadersInit) =>
  responseOf(context, source[Symbol.asyncIterator](), headers)

/** The only way to make a streamed response. A failing source cuts it, so that clients never take a part for all. */
function responseOf(
  { services, requestId, closed, drained }: Context,
  chunks: AsyncIterator<Uint8Array>,
  headers: HeadersInit,
  first?: IteratorResult<Uint8Array>,
): Response {
  const logError = (error: unknown) => services.log.error({ err: error, id: requestId }, 'streaming failed')
  let ended = false
  let next = first
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          if (ended) return
          ended = true
          controller.close()
          chunks.return?.().catch(logError)
        }
        if (closed.aborted) end()
        else closed.addEventListener('abort', end)
      },
      async pull(controller) {
        await drained()
        if (ended) return
        try {
          const { done, value } = next ?? (await chunks.next())
          next = undefined
          if (ended) return
          if (!done) return controller.enqueue(value)
          ended = true
          controller.close()
        } catch (error) {
          if (ended) return logError(error)
          ended = true
          controller.error(error)
        }
      },
    },
    // With more, a chunk is read before the last one is written.
    { highWaterMark: 0 },
  )
  return new Response(body, { headers })
}

export async function zipResponse(context: Context, archive: AsyncIterable<Uint8Array>): Promise<Response> {
  const chunks = archive[Symbol.asyncIterator]()
  // If this fails, there is still time for a response with a status.
  const first = await chunks.next()
  const day = new Date().toISOString().slice(0, 10)
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="larder-${day}.zip"`,
  }
  return responseOf(context, chunks, headers, first)
}

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

export async function sendResponse(res: ServerResponse, { status, headers, body }: Response): Promise<void> {
  res.statusCode = status
  for (const [name, value] of headers) res.setHeader(name, value)
  if (body && res.req.method !== 'HEAD') await writeReadableStreamToWritable(body, res)
  else res.end()
}
