import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Repeatable } from '#app/domain/inputs.ts'
import { restoreItem } from '#app/domain/trash.ts'
import { parse } from '#app/http/forms.ts'
import { guestAction, itemIdOf } from '#app/http/guests.ts'
import { done, refused, undoable } from '#app/http/replies.ts'
import { acts } from '#app/messages/en.ts'
import { linkPath } from '#app/ui/paths.ts'
import { showingReply } from '#app/ui/replies.ts'

export async function action(args: ActionFunctionArgs) {
  const { context, params, request } = args
  const { guest, form, headers } = await guestAction(args)
  const home = linkPath(params.token)
  try {
    const { op } = parse(Repeatable, form)
    const item = await restoreItem(context.services, guest, itemIdOf(request, form), op)
    return done(context, home, undoable(item, acts.restored), headers)
  } catch (error) {
    return refused(context, error, home)
  }
}

export const loader = ({ params }: LoaderFunctionArgs) => redirect(linkPath(params.token), 303)

export const clientAction = showingReply
