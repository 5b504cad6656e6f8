import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { SetCompleted } from '#app/domain/inputs.ts'
import { setCompleted } from '#app/domain/items.ts'
import { requireUser } from '#app/http/auth.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { done, ignoreFailure } from '#app/http/replies.ts'
import { catchNetworkError } from '#app/ui/networkError.ts'
import { listPath } from '#app/ui/paths.ts'

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const form = await readForm(request)
  await ignoreFailure(context, async () => setCompleted(context.services, user, parse(SetCompleted, form)))
  return done(context, listPath(form.listID ?? ''))
}

export const loader = () => redirect('/', 303)

export const clientAction = catchNetworkError
