import type { ActionFunctionArgs } from '@remix-run/node'
import { purgeItem } from '#app/domain/history/trash.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { done, refused } from '#app/http/out/replies.ts'
import { listsPath, recentPath } from '#app/protocol/paths.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export { redirectToLists as loader } from '#app/http/in/auth.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const { listID } = await readForm(context)
  try {
    const item = await purgeItem(context.services, user, params.id)
    return done(context, recentPath(item.listId), { message: wordsOf(context.reader, acts).purged(item) })
  } catch (error) {
    return refused(context, error, listID ? recentPath(listID) : listsPath(user.id))
  }
}
