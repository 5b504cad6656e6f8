import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Repeatable } from '#app/domain/inputs.ts'
import { deleteItem } from '#app/domain/items/deleteItems.ts'
import { outboxOp } from '#app/domain/operations.ts'
import { parse } from '#app/http/in/forms.ts'
import { guestAction, itemIdOf } from '#app/http/in/guests.ts'
import { done, ignoreFailure, undoable } from '#app/http/out/replies.ts'
import { acts } from '#app/messages/en.ts'
import { linkPath } from '#app/protocol/paths.ts'

export async function action(args: ActionFunctionArgs) {
  const { context, params, request } = args
  const { guest, form, headers } = await guestAction(args)
  const { op } = parse(Repeatable, form)
  const item = await ignoreFailure(
    context,
    () => deleteItem(context.services, guest, itemIdOf(request, form), outboxOp(op)),
    op,
  )
  return done(context, linkPath(params.token), undoable(item, acts.deletedOne), headers)
}

export const loader = ({ params }: LoaderFunctionArgs) => redirect(linkPath(params.token), 303)
