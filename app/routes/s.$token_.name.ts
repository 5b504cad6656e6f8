import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { findList } from '#app/domain/access/access.ts'
import { guestAction, rememberName } from '#app/http/in/guests.ts'
import { done } from '#app/http/out/replies.ts'
import { notices } from '#app/messages/en.ts'
import { linkPath } from '#app/protocol/paths.ts'
import { showingReply } from '#app/ui/browser/replies.ts'

/** Remembered in this browser, for all links. */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args
  const { guest } = await guestAction(args)
  // Those who may only view have nothing to sign.
  await findList(context.services.db, guest, guest.listId, 'edit')
  const message = notices.guestNamed(guest.name)
  return done(context, linkPath(params.token), { message }, rememberName(context, guest))
}

export const loader = ({ params }: LoaderFunctionArgs) => redirect(linkPath(params.token), 303)

export const clientAction = showingReply
