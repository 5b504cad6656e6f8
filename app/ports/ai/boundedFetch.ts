import { AiFailure } from './ai.ts'

/** Many times what 200 ingredients take as a stream of single tokens. */
const MAX_BYTES = 8_000_000

const LONGEST_PATH = 200

/** fetch for a server one does not trust: a redirect, a web page or an endless body is no answer. */
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
    throw new AiFailure('unusable', 'the AI server answered with a web page: is OPENAI_BASE_URL complete?')
  }
  if (!response.body) return response
  let bytes = 0
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length
        if (bytes <= MAX_BYTES) controller.enqueue(chunk)
        else controller.error(new AiFailure('unusable', 'the answer is endless'))
      },
    }),
  )
  return new Response(bounded, response)
}

/** Without the parts of a URL that hold secrets. */
function targetOf({ url, headers }: Response): string {
  const location = headers.get('location')
  if (location === null || !URL.canParse(location, url)) return ''
  const { protocol, origin, pathname } = new URL(location, url)
  if (!/^https?:$/.test(protocol)) return ''
  // Not cut somewhere: half a key would no longer be recognised as one.
  return pathname.length <= LONGEST_PATH ? origin + pathname : origin
}
