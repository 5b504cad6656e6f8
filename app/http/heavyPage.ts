import type { AppLoadContext } from '@remix-run/node'
import type { User } from '#app/domain/sessions.ts'

type Context = Pick<AppLoadContext, 'services' | 'gone' | 'made'>

/**
 * Before a page is read that takes long to draw: one at a time is made for each user. A few may be on their way,
 * so that a phone on a bad line does not keep the rest of the household waiting.
 */
export async function takeTurnFor({ services, gone, made }: Context, user: User): Promise<void> {
  await services.heavyPages.take(user.id, gone)
  await services.heavyWork.take(user.id, made)
}
