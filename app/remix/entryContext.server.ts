import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { EntryContext } from '@remix-run/node'

// What Remix hands to entry.server.tsx. Its fields have types, but nobody promises them.

/**
 * Reads the page's data and puts it where Remix looks for what it has read, so that rendering doesn't suspend
 * (docs/decisions/060-render-pages-without-streaming.md). If Remix looks elsewhere, pages work only without their script.
 */
export async function readData(context: EntryContext): Promise<string> {
  const { serverHandoffStream, renderMeta } = context
  let value = ''
  if (!serverHandoffStream || !renderMeta) return value
  const decoder = new TextDecoder()
  for await (const chunk of serverHandoffStream as NodeStream<Uint8Array>)
    value += decoder.decode(chunk, { stream: true })
  const read = Object.assign(Promise.resolve(), { result: { done: true, value } })
  renderMeta.streamCache = { 0: read }
  context.serverHandoffStream = new ReadableStream()
  return value
}

/** The page that is rendered. If Remix names it elsewhere, Larder doesn't compile. */
export function renderedRoute({ staticHandlerContext }: EntryContext): { id: string; status: number } {
  const { matches, statusCode } = staticHandlerContext
  return { id: matches.at(-1)?.route.id ?? '', status: statusCode }
}

/** What the root's loader has returned. If Remix names it elsewhere, Larder doesn't compile. */
export const rootData = ({ staticHandlerContext }: EntryContext): unknown =>
  staticHandlerContext.loaderData.root

/** The script that starts a page, and those that it imports. If Remix names them elsewhere, Larder doesn't compile. */
export const entryScripts = ({ manifest: { entry } }: EntryContext): string[] => [
  entry.module,
  ...entry.imports,
]
