import type { AppLoadContext } from '@remix-run/node'

/**
 * A response that is made while it is sent. The only way to send a stream: its errors end here, whatever
 * the client does. A source that fails cuts the connection, so that nobody takes a part for the whole; a
 * client that leaves ends the source.
 */
export function streamed(
  { services, requestId }: Pick<AppLoadContext, 'services' | 'requestId'>,
  source: AsyncIterable<Uint8Array>,
  headers: Record<string, string>,
): Response {
  const parts = source[Symbol.asyncIterator]()
  const failed = (error: unknown) => services.log.error({ err: error, id: requestId }, 'a response broke off')
  let left = false
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await parts.next()
        if (left) return
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        failed(error)
        controller.error(error)
      }
    },
    async cancel() {
      left = true
      await parts.return?.().catch(failed)
    },
  })
  return new Response(body, { headers })
}
