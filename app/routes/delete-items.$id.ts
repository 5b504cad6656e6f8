import type { ActionFunctionArgs } from '@remix-run/node'
import { deleteAllItems } from '#app/domain/items/deleteItems.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { done, ignoreFailure, undoable } from '#app/http/out/replies.ts'
import { listPath } from '#app/protocol/paths.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export { redirectToList as loader } from '#app/http/in/auth.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const deleted = await ignoreFailure(context, () => deleteAllItems(context.services, user, params.id))
  const { deletedMany } = wordsOf(context.reader, acts)
  const reply = undoable(deleted, ({ count }) => deletedMany({ n: count }))
  return done(context, listPath(params.id ?? ''), reply)
}
