import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { deleteReceipt } from '#app/domain/receipts/receipts.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { done, refused } from '#app/http/out/replies.ts'
import { listPath } from '#app/protocol/paths.ts'
import { showingReply } from '#app/ui/browser/replies.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const path = listPath(params.id ?? '')
  try {
    const { change } = await deleteReceipt(context.services, user, params.id)
    return done(context, path, { message: 'Receipt removed.', change })
  } catch (error) {
    return refused(context, error, path)
  }
}

export const loader = ({ params }: LoaderFunctionArgs) => redirect(listPath(params.id ?? ''), 303)

export const clientAction = showingReply
