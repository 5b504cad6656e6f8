import type { LoaderFunctionArgs } from '@remix-run/node'
import { currentUser } from '#app/http/in/auth.ts'

/** Any URL without a route. The root's error boundary renders the 404 page. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  // For its language.
  await currentUser(context, request)
  throw new Response(null, { status: 404 })
}

export const action = loader

export default function NotFound() {
  return null
}
