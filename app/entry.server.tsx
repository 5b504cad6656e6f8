import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { firstVisit, preloadScripts } from '#app/document/firstVisit.server.ts'
import { textsOf } from '#app/document/languageFiles.server.ts'
import { createDeferredRows } from '#app/document/renderInParts.server.tsx'
import { compressed, compressedData, type Encoding, WORTH_COMPRESSING } from '#app/http/out/compress.ts'
import { readData } from '#app/remix/entryContext.server.ts'
import { PageContext } from '#app/ui/pageContext.ts'
import { ReaderContext } from '#app/words/useWords.ts'

// Exported from here for server.ts, so that each module exists once: docs/decisions/001-one-module-graph.md
export { publicUrl, readConfig } from '#app/config/config.server.ts'
export { mistypedSettings } from '#app/config/mistypedSettings.server.ts'
export { VERSION } from '#app/config/version.ts'
export { failurePage } from '#app/document/failurePage.server.tsx'
export { describeRegistration } from '#app/domain/accounts/describeRegistration.ts'
export { startSeeding } from '#app/domain/memory/seedMemories.ts'
export { startSweeping } from '#app/domain/sweeps/sweeps.ts'
export { createApp } from '#app/http/app.server.ts'
export { handleClientErrors } from '#app/http/clientErrors.ts'
export { announce, createLog } from '#app/http/log.ts'
export { builtAssets } from '#app/http/out/assets.server.ts'
export { shutDownOnSignals } from '#app/http/shutdown.ts'
export { reportMissingReceipts } from '#app/operator/receiptStores.ts'
export { backupCommand, scheduleBackups } from '#app/operator/schedule.ts'
export { attachSocket } from '#app/realtime/socket.server.ts'
export { createServices } from '#app/services.server.ts'
export { collectWhenIdle } from '#app/start/collectWhenIdle.server.ts'
export { logModel } from '#app/start/logModel.server.ts'
export { networkUrls } from '#app/start/networkUrls.server.ts'
export { nodeAdvice } from '#app/start/nodeVersion.ts'
export { startFailure } from '#app/start/startFailure.server.ts'
export { lockForServer } from '#db/sqlite/dataFolder.ts'

/** Characters of a page's data. */
const LONG_DATA = 30_000

/** Renders without streaming: see docs/decisions/060-render-pages-without-streaming.md */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { nonce, requestId, services } = context
  const offline = services.config.OFFLINE === 'on'
  const data = await readData(remixContext)
  // Loading it took a while, so others get a turn first.
  if (data.length > LONG_DATA) await nextTurn()
  const rows = createDeferredRows()
  const first = firstVisit(request, remixContext, context)
  const texts = textsOf(context.reader.language, new URL(request.url).pathname)
  const page = renderToString(
    <PageContext.Provider value={{ nonce, requestId, offline, ...first, texts, deferRows: rows.defer }}>
      <ReaderContext.Provider value={context.reader}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </ReaderContext.Provider>
    </PageContext.Provider>,
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (first) headers.set('Link', preloadScripts(remixContext, texts.files))
  const body = await rows.renderInto(`<!DOCTYPE html>${page}`, context.closed)
  return completeResponse(body, { status, headers }, context)
}

/** Loader data for our script. It is complete, too, so it need not be a stream. */
export async function handleDataRequest(response: Response, { context }: LoaderFunctionArgs) {
  if (!response.body) return response
  return completeResponse(Buffer.from(await response.arrayBuffer()), response, context, compressedData)
}

/** Remix would keep the data of each response until this time is over. */
export const streamTimeout = 1

async function completeResponse(
  body: Buffer<ArrayBuffer>,
  { status, headers }: { status: number; headers: Headers },
  { encoding }: AppLoadContext,
  compress = (encoding: Encoding, body: Buffer) => compressed[encoding](body),
): Promise<Response> {
  const isCompressed = encoding && body.length >= WORTH_COMPRESSING
  if (isCompressed) headers.set('Content-Encoding', encoding)
  const bytes = isCompressed ? await compress(encoding, body) : body
  headers.set('Content-Length', String(bytes.length))
  return new Response(bytes, { status, headers })
}

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted) return
  // Remix's own errors, such as a POST to a page without an action.
  if (isRouteErrorResponse(error) && error.status < 500) {
    return void context.services.log.info({ id: context.requestId, status: error.status }, error.statusText)
  }
  context.services.log.error({ err: error, id: context.requestId }, 'unexpected error')
}
