import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { deleteItem } from '#app/domain/deleteItems.ts'
import { Repeatable } from '#app/domain/inputs.ts'
import { parse } from '#app/http/forms.ts'
import { guestAction, itemIdOf } from '#app/http/guests.ts'
import { done, ignoreFailure, undoable } from '#app/http/replies.ts'
import { acts } from '#app/messages/en.ts'
import { linkPath } from '#app/ui/paths.ts'

export async function action(args: ActionFunctionArgs) {
  const { context, params, request } = args
  const { guest, form, headers } = await guestAction(args)
  const { op } = parse(Repeatable, form)
  const item = await ignoreFailure(
    context,
    () => deleteItem(context.services, guest, itemIdOf(request, form), op),
    op,
  )
  return done(context, linkPath(params.token), undoable(item, acts.deletedOne), headers)
}

export const loader = ({ params }: LoaderFunctionArgs) => redirect(linkPath(params.token), 303)
