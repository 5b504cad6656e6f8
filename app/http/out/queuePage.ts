import type { AppLoadContext } from '@remix-run/node'

/** Before a page that takes long to render. A few may be on their way, so that one slow device holds up no other. */
export async function queuePage(
  { services, closed, rendered }: Pick<AppLoadContext, 'services' | 'closed' | 'rendered'>,
  reader: { id: string },
): Promise<void> {
  await services.sendQueue.take(reader.id, closed)
  await services.renderQueue.take(reader.id, rendered)
}
