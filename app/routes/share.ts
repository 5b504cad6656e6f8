import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { SHARE_TARGET } from '#app/protocol/paths.ts'

/** The share target's old URL. Apps installed before the change still use it; 307 keeps the method and the body. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(SHARE_TARGET + new URL(request.url).search, 307)
}

export const action = loader
