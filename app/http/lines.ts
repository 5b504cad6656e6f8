import type { AppLoadContext } from '@remix-run/node'
import { NDJSON } from './recipe.ts'

/** Whether our script wants to hear how it goes, line by line. */
export function wantsLines(request: Request): boolean {
  return request.headers.get('Accept') === NDJSON
}

/** Answers with a line for everything that is told, and one for the result at the end. */
export function lines<Line>(
  { services, requestId }: AppLoadContext,
  work: (tell: (line: Line) => void) => Promise<Line>,
): Response {
  const encoder = new TextEncoder()
  let open = true
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const tell = (line: Line) => {
        if (open) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      }
      try {
        tell(await work(tell))
      } catch (error) {
        // Too late for a status: a script that hears no result knows that it went wrong.
        services.log.error({ err: error, id: requestId }, 'unexpected error')
      }
      if (open) controller.close()
    },
    cancel() {
      open = false
    },
  })
  // no-transform: compression would hold the lines back until the end.
  const headers = { 'Content-Type': NDJSON, 'Cache-Control': 'private, no-store, no-transform' }
  return new Response(body, { headers })
}
