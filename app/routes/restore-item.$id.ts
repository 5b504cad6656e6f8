import type { ActionFunctionArgs } from '@remix-run/node'
import { Repeatable } from '#app/domain/inputs.ts'
import { isRepeated } from '#app/domain/operations.ts'
import { restoreItem } from '#app/domain/trash.ts'
import { redirectToLists, requireUser } from '#app/http/auth.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { done, refused, undoable } from '#app/http/replies.ts'
import { acts } from '#app/messages/en.ts'
import { listsPath, recentPath } from '#app/ui/paths.ts'
import { showingReply } from '#app/ui/replies.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const form = await readForm(request)
  const { listID } = form
  try {
    const { op } = parse(Repeatable, form)
    const item = await restoreItem(context.services, user, params.id, op)
    const path = isRepeated(item) ? listsPath(user.id) : recentPath(item.listId)
    return done(context, path, undoable(item, acts.restored))
  } catch (error) {
    return refused(context, error, listID ? recentPath(listID) : listsPath(user.id))
  }
}

export const loader = redirectToLists

export const clientAction = showingReply
