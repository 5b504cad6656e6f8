import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { createParts } from '#app/renderInParts.server.tsx'
import { PageContext } from '#app/ui/page.ts'

// What server.ts needs from this bundle: see there.
export { readConfig } from '#app/config.server.ts'
export { keepSweeping } from '#app/domain/receiptFiles.ts'
export { createApp } from '#app/http/app.server.ts'
export { builtAssets } from '#app/http/assets.server.ts'
export { handleClientErrors } from '#app/http/clientErrors.ts'
export { createLog } from '#app/http/log.ts'
export { shutDownOnSignals } from '#app/http/shutdown.ts'
export { startFailure } from '#app/http/startFailure.ts'
export { byCommand, keepBackups } from '#app/operator/schedule.ts'
export { attachSocket } from '#app/realtime/socket.server.ts'
export { createServices } from '#app/services.server.ts'
export { lockForServer } from '#db/dataFolder.ts'

/**
 * Without streams: nothing on a page waits for anything once its loaders have answered, and streams
 * cost more than the rendering itself. See docs/decisions/060-render-pages-without-streaming.md
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { nonce, requestId } = context
  await holdData(remixContext)
  const parts = createParts()
  const page = renderToString(
    <PageContext.Provider value={{ nonce, requestId, rows: parts.rows }}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </PageContext.Provider>,
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  context.page = await parts.fill(`<!DOCTYPE html>${page}`, context.closed)
  return new Response(null, { status, headers })
}

/** The loaders' data is there already: as Remix's cache of what it has read, it suspends nothing. */
async function holdData(remixContext: EntryContext): Promise<void> {
  const { serverHandoffStream, renderMeta } = remixContext
  if (!serverHandoffStream || !renderMeta) return
  const decoder = new TextDecoder()
  let value = ''
  for await (const chunk of serverHandoffStream as NodeStream<Uint8Array>)
    value += decoder.decode(chunk, { stream: true })
  const read = Object.assign(Promise.resolve(), { result: { done: true, value } })
  renderMeta.streamCache = { 0: read }
  remixContext.serverHandoffStream = new ReadableStream()
}

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted) return
  // Remix's own refusals, such as a POST to a page that takes none.
  if (isRouteErrorResponse(error) && error.status < 500) {
    return void context.services.log.info({ id: context.requestId, status: error.status }, error.statusText)
  }
  context.services.log.error({ err: error, id: context.requestId }, 'unexpected error')
}
