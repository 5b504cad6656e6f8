import type { ActionFunctionArgs } from '@remix-run/node'
import { deleteList } from '#app/domain/lists/lists.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { done, ignoreFailure, undoable } from '#app/http/out/replies.ts'
import { listsPath } from '#app/protocol/paths.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export { redirectToLists as loader } from '#app/http/in/auth.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const list = await ignoreFailure(context, () => deleteList(context.services, user, params.id))
  return done(context, listsPath(user.id), undoable(list, wordsOf(context.reader, acts).deletedOne))
}
