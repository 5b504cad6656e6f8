import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { listsPath } from '#app/ui/paths.ts'

/** The way back from a list; the lists page decides whose it shows. */
export async function action({ params }: LoaderFunctionArgs) {
  return redirect(listsPath(params.id ?? ''), 303)
}

export const loader = action
