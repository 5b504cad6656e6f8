import type { ActionFunctionArgs } from '@remix-run/node'
import type { User } from '#app/domain/access/access.ts'
import type { WithChange } from '#app/domain/history/changes.ts'
import { listPath } from '#app/protocol/paths.ts'
import type { Services } from '#app/services.ts'
import { requireUser } from './in/auth.ts'
import { done, refused, undoable } from './out/replies.ts'

export function listAction<T extends WithChange>(
  work: (services: Services, user: User, listId: string | undefined) => Promise<T>,
  describe: (result: T) => string,
  pathOf: (listId: string) => string = listPath,
) {
  return async ({ request, params, context }: ActionFunctionArgs) => {
    const user = await requireUser(context.services, request)
    const path = pathOf(params.id ?? '')
    try {
      const result = await work(context.services, user, params.id)
      return done(context, path, undoable(result, describe))
    } catch (error) {
      return refused(context, error, path)
    }
  }
}
