import type { ActionFunctionArgs } from '@remix-run/node'
import { restoreItem } from '#app/domain/history/trash.ts'
import { Repeatable } from '#app/domain/inputs.ts'
import { isRepeated, outboxOp } from '#app/domain/operations.ts'
import { redirectToLists, requireUser } from '#app/http/in/auth.ts'
import { parse, readForm } from '#app/http/in/forms.ts'
import { done, refused, undoable } from '#app/http/out/replies.ts'
import { acts } from '#app/messages/en.ts'
import { listsPath, recentPath } from '#app/protocol/paths.ts'
import { showingReply } from '#app/ui/browser/replies.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const form = await readForm(context)
  const { listID } = form
  try {
    const { op } = parse(Repeatable, form)
    const item = await restoreItem(context.services, user, params.id, outboxOp(op))
    const path = isRepeated(item) ? listsPath(user.id) : recentPath(item.listId)
    return done(context, path, undoable(item, acts.restored))
  } catch (error) {
    return refused(context, error, listID ? recentPath(listID) : listsPath(user.id))
  }
}

export const loader = redirectToLists

export const clientAction = showingReply
