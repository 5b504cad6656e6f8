import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { AddItem, Repeatable } from '#app/domain/inputs.ts'
import { addItem } from '#app/domain/items/addItems.ts'
import { formOrOutboxOp } from '#app/domain/operations.ts'
import { parse } from '#app/http/in/forms.ts'
import { guestAction } from '#app/http/in/guests.ts'
import { done, refused, said } from '#app/http/out/replies.ts'
import { linkPath } from '#app/protocol/paths.ts'
import { dialogPath } from '#app/ui/listAccess.ts'

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args
  const { guest, form, headers } = await guestAction(args)
  const home = linkPath(params.token)
  try {
    const item = { listId: guest.listId, ...parse(AddItem, form) }
    const known = { op: parse(Repeatable, form).op, id: item.id }
    const op = formOrOutboxOp(context.services, guest, known, 'add', [guest.listId, item.name])
    const added = await addItem(context.services, guest, item, op)
    // Without JavaScript: the fragment of the form's own address would take the focus from the dialog.
    return done(
      context,
      form.another ? `${dialogPath(home, 'add')}#another` : home,
      said(added, () => 'Item added successfully!'),
      headers,
    )
  } catch (error) {
    return refused(context, error, dialogPath(home, 'add'), { prefix: 'Item addition failed!', draft: form })
  }
}

export const loader = ({ params }: LoaderFunctionArgs) => redirect(linkPath(params.token), 303)
