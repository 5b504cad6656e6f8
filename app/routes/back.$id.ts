import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { listsPath } from '#app/ui/paths.ts'

/** The list page's back button. The lists page checks that the id is the signed-in user's. */
export async function action({ params }: LoaderFunctionArgs) {
  return redirect(listsPath(params.id ?? ''), 303)
}

export const loader = action
