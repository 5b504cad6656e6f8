import type { GetLoadContextFunction } from '@remix-run/express'
import type { Services } from '#app/services.ts'
import { closeSignal, drained } from './out/connection.ts'
import { acceptsJson } from './out/failures.ts'

declare module '@remix-run/node' {
  interface AppLoadContext
    extends Pick<Express.Locals, 'requestId' | 'address' | 'origin' | 'body' | 'uploadError' | 'rendered'> {
    services: Services
    nonce: string
    scripted: boolean
    /** Requested by our script itself, such as an upload with its progress, or what was done without a connection. */
    wantsJson: boolean
    /** Requested by a browser, which shows what comes: a failure must be a page. */
    wantsPage: boolean
    contentType: string
    /** Aborts when the client has left or has its whole response; `request.signal` stops working once it is garbage. */
    closed: AbortSignal
    drained(): Promise<void>
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
      ...{ services, nonce, requestId, address, origin, body, uploadError, rendered },
      scripted: req.path.endsWith('.data'),
      wantsJson: acceptsJson(req),
      wantsPage: req.headers.accept?.includes('text/html') ?? false,
      contentType: req.headers['content-type'] ?? '',
      closed: closeSignal(res),
      drained: () => drained(res),
      onSent: (listener) => void res.once('finish', listener),
    }
  }
}
