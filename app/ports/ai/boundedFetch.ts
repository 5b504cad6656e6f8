import { AiFailure } from './ai.ts'

const MAX_BYTES = 8_000_000

const LONGEST_PATH = 200

/** fetch that rejects redirects, web pages and endless bodies, because the server is not trusted. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    const target = targetOf(response)
    throw new AiFailure(
      'refused',
      `the AI server redirects${target && ` to ${target}`}: OPENAI_BASE_URL must name the final URL`,
    )
  }
  if (response.ok && response.headers.get('content-type')?.startsWith('text/html')) {
    await response.body?.cancel()
    throw new AiFailure('invalid-response', 'the AI server returned a web page: is OPENAI_BASE_URL complete?')
  }
  if (!response.body) return response
  let bytes = 0
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length
        if (bytes <= MAX_BYTES) controller.enqueue(chunk)
        else controller.error(new AiFailure('invalid-response', 'the response is too long'))
      },
    }),
  )
  return new Response(bounded, response)
}

function targetOf({ url, headers }: Response): string {
  const location = headers.get('location')
  if (location === null || !URL.canParse(location, url)) return ''
  const { protocol, origin, pathname } = new URL(location, url)
  if (!/^https?:$/.test(protocol)) return ''
  // Not truncated: half a key in the path would not be redacted.
  return pathname.length <= LONGEST_PATH ? origin + pathname : origin
}
