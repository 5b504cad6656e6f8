import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { AiFailure } from './ai.ts'

const MAX_BYTES = 8_000_000

const LONGEST_PATH = 200

/**
 * fetch for a server that isn't trusted: it rejects redirects, web pages, endless bodies and compressed ones. Node's own
 * fetch would decompress a response before anyone can refuse it, and Node 20 has a vulnerable Brotli decoder.
 */
export const boundedFetch: typeof fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input)
  const signal = init.signal ?? undefined
  signal?.throwIfAborted()
  const response = await send(url, init).catch((error) => {
    // As fetch throws it: the library tries again after a TypeError.
    throw signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause: error })
  })
  const refused = refusal(url, response)
  if (refused) {
    response.destroy()
    throw refused
  }
  const { statusCode: status = 502, statusMessage: statusText = '' } = response
  const isEmpty = status === 204 || status === 205 || status === 304
  const body = isEmpty ? null : boundedBody(response, signal)
  return new Response(body, { status, statusText, headers: headersOf(response) })
}

async function send(
  url: URL,
  { method = 'GET', headers, body, signal }: RequestInit,
): Promise<IncomingMessage> {
  if (body != null && typeof body !== 'string') throw new Error('only text can be sent')
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method,
    headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
  })
  const stop = () => void request.destroy()
  signal?.addEventListener('abort', stop)
  request.once('close', () => signal?.removeEventListener('abort', stop))
  const [response] = await once(request.end(body), 'response')
  // From now on, the reader of the body gets the errors. After a refusal there is none.
  for (const stream of [request, response]) stream.on('error', () => {})
  return response
}

function refusal(url: URL, { statusCode = 0, headers }: IncomingMessage): AiFailure | undefined {
  if (statusCode >= 300 && statusCode < 400) {
    const target = targetOf(url, headers.location)
    return new AiFailure(
      'refused',
      `the AI server redirects${target && ` to ${target}`}: OPENAI_BASE_URL must name the final URL`,
    )
  }
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    return new AiFailure('invalid-response', 'the AI server compressed its response, although asked not to')
  }
  if (statusCode < 300 && headers['content-type']?.startsWith('text/html')) {
    return new AiFailure(
      'invalid-response',
      'the AI server returned a web page: is OPENAI_BASE_URL complete?',
    )
  }
}

function boundedBody(response: IncomingMessage, signal: AbortSignal | undefined) {
  const chunks: AsyncIterator<Buffer> = response[Symbol.asyncIterator]()
  let bytes = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next().catch((error) => {
        throw signal?.aborted ? signal.reason : error
      })
      if (done) return controller.close()
      bytes += value.length
      if (bytes > MAX_BYTES) {
        response.destroy()
        throw new AiFailure('invalid-response', 'the response is too long')
      }
      controller.enqueue(value)
    },
    cancel() {
      response.destroy()
    },
  })
}

function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, String(value))
  return all
}

function targetOf(url: URL, location: string | undefined): string {
  if (location === undefined || !URL.canParse(location, url)) return ''
  const { protocol, origin, pathname } = new URL(location, url)
  if (!/^https?:$/.test(protocol)) return ''
  // A path that is cut could end in half a key, which would not be redacted.
  return pathname.length <= LONGEST_PATH ? origin + pathname : origin
}
