import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { currentUser } from '#app/http/in/auth.ts'
import { listsPath } from '#app/protocol/paths.ts'

/** The installed app opens here: the manifest can't contain a user's id. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await currentUser(context, request)
  return redirect(user ? listsPath(user.id) : '/landing', 303)
}
