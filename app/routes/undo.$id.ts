import type { ActionFunctionArgs } from '@remix-run/node'
import { Operation } from '#app/domain/inputs.ts'
import { undoChange } from '#app/domain/undo.ts'
import { redirectToLists, requireUser } from '#app/http/auth.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { done, refused } from '#app/http/replies.ts'
import { acts } from '#app/messages/en.ts'
import { catchNetworkError } from '#app/ui/networkError.ts'
import { listPath, listsPath, recentPath } from '#app/ui/paths.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const form = await readForm(request)
  const home = listsPath(user.id)
  try {
    const { id } = parse(Operation, form)
    const undone = await undoChange(context.services, user, params.id, id)
    const { list, change } = undone
    const onList = form.from === 'recent' ? recentPath(list.id) : listPath(list.id)
    const isGone = list.deleted || undone.kind === 'list'
    return done(context, isGone ? home : onList, { message: acts.undone(undone), change, isUndo: true })
  } catch (error) {
    return refused(context, error, home)
  }
}

export const loader = redirectToLists

export const clientAction = catchNetworkError
