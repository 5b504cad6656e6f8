import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { restoreItem } from '#app/domain/history/trash.ts'
import { Repeatable } from '#app/domain/inputs.ts'
import { outboxOp } from '#app/domain/operations.ts'
import { parse } from '#app/http/in/forms.ts'
import { guestAction, itemIdOf } from '#app/http/in/guests.ts'
import { done, refused, undoable } from '#app/http/out/replies.ts'
import { acts } from '#app/messages/en.ts'
import { linkPath } from '#app/protocol/paths.ts'
import { showingReply } from '#app/ui/browser/replies.ts'

export async function action(args: ActionFunctionArgs) {
  const { context, params, request } = args
  const { guest, form, headers } = await guestAction(args)
  const home = linkPath(params.token)
  try {
    const { op } = parse(Repeatable, form)
    const item = await restoreItem(context.services, guest, itemIdOf(request, form), outboxOp(op))
    return done(context, home, undoable(item, acts.restored), headers)
  } catch (error) {
    return refused(context, error, home)
  }
}

export const loader = ({ params }: LoaderFunctionArgs) => redirect(linkPath(params.token), 303)

export const clientAction = showingReply
