import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { currentUser } from '#app/http/session.ts'
import { listsPath } from '#app/ui/paths.ts'

/** Where the installed app opens: with one's lists, whoever one is. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const user = await currentUser(services, request)
  return redirect(user ? listsPath(user.id) : '/landing', 303)
}
