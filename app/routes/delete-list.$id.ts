import type { ActionFunctionArgs } from '@remix-run/node'
import { deleteList } from '#app/domain/lists/lists.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { done, ignoreFailure, undoable } from '#app/http/out/replies.ts'
import { acts } from '#app/messages/en/acts.ts'
import { listsPath } from '#app/protocol/paths.ts'

export { redirectToLists as loader } from '#app/http/in/auth.ts'
export { showingReply as clientAction } from '#app/ui/browser/replies.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const list = await ignoreFailure(context, () => deleteList(context.services, user, params.id))
  return done(context, listsPath(user.id), undoable(list, acts.deletedOne))
}
