import type { AppLoadContext } from '@remix-run/node'
import type { User } from '#app/domain/sessions.ts'

type Context = Pick<AppLoadContext, 'services' | 'closed' | 'rendered'>

/**
 * Call before loading a page that takes long to render: renders one at a time for each user, so that others
 * are served in between. A few may be on their way to the client at once, so that one slow connection doesn't
 * hold up the user's other devices.
 */
export async function queuePage({ services, closed, rendered }: Context, user: User): Promise<void> {
  await services.sendQueue.take(user.id, closed)
  await services.renderQueue.take(user.id, rendered)
}
