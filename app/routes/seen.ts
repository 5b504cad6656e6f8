import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { noteSeen } from '#app/domain/sharing/seen.ts'
import { requireUser } from '#app/http/in/auth.ts'

/** A list is on someone's screen. Sent by the page's script. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const search = new URL(request.url).searchParams
  await noteSeen(context.services, user, {
    listId: search.get('listID') ?? undefined,
    revision: Number(search.get('revision')) || 0,
  })
  return new Response(null, { status: 204 })
}

/** The same without JavaScript: the page has this as an image. Link checkers only ask for its headers. */
export const loader = (args: LoaderFunctionArgs) =>
  args.request.method === 'HEAD' ? new Response(null, { status: 204 }) : action(args)
