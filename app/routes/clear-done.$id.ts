import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { clearDone } from '#app/domain/items/deleteItems.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { done, refused, undoable } from '#app/http/out/replies.ts'
import { acts } from '#app/messages/en.ts'
import { listPath } from '#app/protocol/paths.ts'
import { showingReply } from '#app/ui/browser/replies.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const path = listPath(params.id ?? '')
  try {
    const cleared = await clearDone(context.services, user, params.id)
    return done(context, path, undoable(cleared, acts.cleared))
  } catch (error) {
    return refused(context, error, path)
  }
}

export const loader = ({ params }: LoaderFunctionArgs) => redirect(listPath(params.id ?? ''), 303)

export const clientAction = showingReply
