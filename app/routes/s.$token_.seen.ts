import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { noteSeen } from '#app/domain/sharing/seen.ts'
import { requireGuest } from '#app/http/in/guests.ts'

/** A list is on a guest's screen. Sent by the page's script. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const guest = await requireGuest(context, request, params.token)
  const revision = Number(new URL(request.url).searchParams.get('revision')) || 0
  await noteSeen(context.services, guest, { listId: guest.listId, revision })
  return new Response(null, { status: 204 })
}

/** The same without JavaScript: the page has this as an image. Link checkers only ask for its headers. */
export const loader = (args: LoaderFunctionArgs) =>
  args.request.method === 'HEAD' ? new Response(null, { status: 204 }) : action(args)
