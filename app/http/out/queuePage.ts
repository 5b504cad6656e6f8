import type { AppLoadContext } from '@remix-run/node'

/**
 * Call before loading a page that takes long to render: renders one at a time for each user, so that others
 * are served in between. A few may be on their way to the client at once, so that one slow connection doesn't
 * hold up the user's other devices.
 */
export async function queuePage(
  { services, closed, rendered }: Pick<AppLoadContext, 'services' | 'closed' | 'rendered'>,
  reader: { id: string },
): Promise<void> {
  await services.sendQueue.take(reader.id, closed)
  await services.renderQueue.take(reader.id, rendered)
}
