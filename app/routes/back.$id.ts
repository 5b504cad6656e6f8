import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { currentUser } from '#app/http/in/auth.ts'
import { listsPath } from '#app/protocol/paths.ts'

/** The list page's back button. The id is the list owner's; others go back to their own lists. */
export async function action({ request, params, context }: LoaderFunctionArgs) {
  const user = await currentUser(context, request)
  return redirect(listsPath(user?.id ?? params.id ?? ''), 303)
}

export const loader = action
