import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { EditItem, Repeatable } from '#app/domain/inputs.ts'
import { editItem } from '#app/domain/items/items.ts'
import { outboxOp } from '#app/domain/operations.ts'
import { parse } from '#app/http/in/forms.ts'
import { guestAction, itemIdOf } from '#app/http/in/guests.ts'
import { done, said } from '#app/http/out/replies.ts'
import { linkPath } from '#app/protocol/paths.ts'
import { refusedEdit } from './single-list/refusedEdit.ts'

export async function action(args: ActionFunctionArgs) {
  const { context, params, request } = args
  const { guest, form, headers } = await guestAction(args)
  const home = linkPath(params.token)
  const itemId = itemIdOf(request, form)
  try {
    const { op } = parse(Repeatable, form)
    const item = await editItem(context.services, guest, itemId, parse(EditItem, form), outboxOp(op))
    const edited = said(item, () => 'Item edited successfully!')
    return done(context, home, edited, headers)
  } catch (error) {
    return refusedEdit(context, error, { home, itemId, values: form })
  }
}

export const loader = ({ params }: LoaderFunctionArgs) => redirect(linkPath(params.token), 303)
