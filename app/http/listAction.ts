import type { ActionFunctionArgs } from '@remix-run/node'
import type { User } from '#app/domain/access/access.ts'
import type { WithChange } from '#app/domain/history/changes.ts'
import { listPath } from '#app/protocol/paths.ts'
import type { Services } from '#app/services.ts'
import type { Reader } from '#app/words/reader.ts'
import { requireUser } from './in/auth.ts'
import { done, refused, undoable } from './out/replies.ts'

export function listAction<T extends WithChange>(
  work: (services: Services, user: User, listId: string | undefined, timeZone?: string) => Promise<T>,
  describe: (result: T, reader: Reader) => string,
  pathOf: (listId: string) => string = listPath,
) {
  return async ({ request, params, context }: ActionFunctionArgs) => {
    const user = await requireUser(context, request)
    const path = pathOf(params.id ?? '')
    try {
      const result = await work(context.services, user, params.id, context.reader.timeZone)
      const reply = undoable(result, (result) => describe(result, context.reader))
      return done(context, path, reply)
    } catch (error) {
      return refused(context, error, path)
    }
  }
}
