import { AiFailure } from './ai.ts'

/** Many times what 200 ingredients take as a stream of single tokens. */
const MAX_BYTES = 8_000_000

/** fetch for a server one does not trust: a web page or an endless body is no answer. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
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
