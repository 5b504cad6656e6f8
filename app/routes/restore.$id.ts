import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { restoreList } from '#app/domain/history/trash.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { done, refused, undoable } from '#app/http/out/replies.ts'
import { acts } from '#app/messages/en.ts'
import { RECENTLY_DELETED } from '#app/protocol/paths.ts'
import { showingReply } from '#app/ui/browser/replies.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  try {
    const list = await restoreList(context.services, user, params.id)
    return done(context, RECENTLY_DELETED, undoable(list, acts.restored))
  } catch (error) {
    return refused(context, error, RECENTLY_DELETED)
  }
}

export const loader = () => redirect(RECENTLY_DELETED, 303)

export const clientAction = showingReply
