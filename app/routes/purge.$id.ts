import type { ActionFunctionArgs } from '@remix-run/node'
import { purgeItem } from '#app/domain/trash.ts'
import { redirectToLists, requireUser } from '#app/http/auth.ts'
import { readForm } from '#app/http/forms.ts'
import { done, refused } from '#app/http/replies.ts'
import { acts } from '#app/messages/en.ts'
import { listsPath, recentPath } from '#app/ui/paths.ts'
import { showingReply } from '#app/ui/replies.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const { listID } = await readForm(request)
  try {
    const item = await purgeItem(context.services, user, params.id)
    return done(context, recentPath(item.listId), { message: acts.purged(item) })
  } catch (error) {
    return refused(context, error, listID ? recentPath(listID) : listsPath(user.id))
  }
}

export const loader = redirectToLists

export const clientAction = showingReply
