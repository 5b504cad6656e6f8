import { PassThrough } from 'node:stream'
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { PageContext } from '#app/ui/page.ts'

// What server.ts needs from this bundle: see there.
export { readConfig } from '#app/config.server.ts'
export { keepSweeping } from '#app/domain/receiptFiles.ts'
export { createApp } from '#app/http/app.server.ts'
export { builtAssets } from '#app/http/assets.server.ts'
export { createLog } from '#app/http/log.ts'
export { startFailure } from '#app/http/startFailure.ts'
export { stopOnSignals } from '#app/http/stop.ts'
export { answerUnreadable } from '#app/http/unreadable.ts'
export { byCommand, keepBackups } from '#app/operator/schedule.ts'
export { attachSocket } from '#app/realtime/socket.server.ts'
export { createServices } from '#app/services.server.ts'

const RENDER_LIMIT = 10_000

export const streamTimeout = RENDER_LIMIT

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, requestId, services }: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <PageContext.Provider value={{ nonce, requestId }}>
        <RemixServer context={remixContext} url={request.url} abortDelay={RENDER_LIMIT} nonce={nonce} />
      </PageContext.Provider>,
      {
        nonce,
        // Robots get it whole; people get it as it comes.
        [isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady']() {
          const body = new PassThrough()
          // An uncleared timer would keep every rendered page in memory until it fires.
          body.once('close', () => clearTimeout(timer))
          headers.set('Content-Type', 'text/html; charset=utf-8')
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
          pipe(body)
        },
        onShellError(error) {
          clearTimeout(timer)
          reject(error)
        },
        onError(error) {
          if (!request.signal.aborted) services.log.error({ err: error, id: requestId }, 'rendering failed')
        },
      },
    )
    const timer = setTimeout(abort, RENDER_LIMIT)
  })
}

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted) return
  // Remix's own refusals, such as a POST to a page that takes none.
  if (isRouteErrorResponse(error) && error.status < 500) {
    return void context.services.log.info({ id: context.requestId, status: error.status }, error.statusText)
  }
  context.services.log.error({ err: error, id: context.requestId }, 'unexpected error')
}
