import type { GetLoadContextFunction } from '@remix-run/express'
import type { DomainError } from '#app/domain/errors.ts'
import type { Services } from '#app/services.ts'
import { closeSignal, drained } from './out/connection.ts'
import { acceptsJson } from './out/failures.ts'

declare module '@remix-run/node' {
  interface AppLoadContext {
    services: Services
    nonce: string
    requestId: string
    /** The client's, as far as TRUST_PROXY allows. */
    address: string
    /** This server's, as the client sees it. */
    origin: string
    /** Requested by our script, which needs data, and not by a browser, which needs a page. */
    scripted: boolean
    /** Requested by our script itself, such as an upload with its progress, or what was done without a connection. */
    wantsJson: boolean
    /** Requested by a browser, which shows what comes: a failure must be a page. */
    wantsPage: boolean
    /** The form, for forms.ts. Never read `request` instead: its body was read before, so it would wait forever. */
    body: Buffer | undefined
    contentType: string
    /** Why the body of an upload was discarded. */
    uploadError: DomainError | undefined
    /** Aborts when the client has left or has its whole response; `request.signal` stops working once it is garbage. */
    closed: AbortSignal
    /** Resolves when more can be written to the client, or it has left. */
    drained(): Promise<void>
    /** Aborts when the response is rendered, or never will be. */
    rendered: AbortSignal
    /** Calls the listener once the whole response was sent. */
    onSent(listener: () => void): void
  }
}

export function loadContext(services: Services): GetLoadContextFunction {
  return (req, res) => {
    const { locals } = res
    const { nonce = '', requestId, address, origin, body, uploadError, rendered } = locals
    // Only the context keeps it, so that a photo can be released as soon as it is read.
    locals.body = undefined
    return {
      services,
      nonce,
      requestId,
      address,
      origin,
      scripted: req.path.endsWith('.data'),
      wantsJson: acceptsJson(req),
      wantsPage: req.headers.accept?.includes('text/html') ?? false,
      body,
      contentType: req.headers['content-type'] ?? '',
      uploadError,
      closed: closeSignal(res),
      drained: () => drained(res),
      rendered,
      onSent: (listener) => void res.once('finish', listener),
    }
  }
}
