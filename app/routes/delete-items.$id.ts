import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { deleteAllItems } from '#app/domain/items.ts'
import { requireUser } from '#app/http/auth.ts'
import { done, ignoreFailure } from '#app/http/replies.ts'
import { catchNetworkError } from '#app/ui/networkError.ts'
import { listPath } from '#app/ui/paths.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  await ignoreFailure(context, () => deleteAllItems(context.services, user, params.id))
  return done(context, listPath(params.id ?? ''))
}

export const loader = ({ params }: LoaderFunctionArgs) => redirect(listPath(params.id ?? ''), 303)

export const clientAction = catchNetworkError
