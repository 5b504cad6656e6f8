import type { AppLoadContext } from '@remix-run/node'
import { NDJSON } from '../ui/recipeReply.ts'
import { streamed } from './stream.ts'

/** Whether our script wants to hear how it goes, line by line. */
export function wantsLines(request: Request): boolean {
  return request.headers.get('Accept') === NDJSON
}

/** Answers with a line for everything that is told, and one for the result at the end. */
export function lines<Line>(
  context: AppLoadContext,
  work: (tell: (line: Line) => void) => Promise<Line>,
): Response {
  // no-transform: compression would hold the lines back until the end.
  const headers = { 'Content-Type': NDJSON, 'Cache-Control': 'private, no-store, no-transform' }
  return streamed(context, toldBy(work), headers)
}

async function* toldBy<Line>(work: (tell: (line: Line) => void) => Promise<Line>) {
  const waiting: Line[] = []
  let wake = () => {}
  let outcome: { error?: unknown } | undefined
  const tell = (line: Line) => {
    waiting.push(line)
    wake()
  }
  const end = (ended: { error?: unknown }) => {
    outcome = ended
    wake()
  }
  // Nobody listens any longer when the client has left, so the failure is kept, not thrown.
  work(tell)
    .then(tell)
    .then(
      () => end({}),
      (error) => end({ error }),
    )
  while (!outcome || waiting.length > 0) {
    const line = waiting.shift()
    if (line !== undefined) yield Buffer.from(`${JSON.stringify(line)}\n`)
    else await new Promise<void>((resolve) => (wake = resolve))
  }
  if (outcome.error) throw outcome.error
}
