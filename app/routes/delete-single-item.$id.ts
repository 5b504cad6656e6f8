import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Repeatable } from '#app/domain/inputs.ts'
import { deleteItem } from '#app/domain/items/deleteItems.ts'
import { outboxOp } from '#app/domain/operations.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { parse, readForm } from '#app/http/in/forms.ts'
import { done, ignoreFailure, undoable } from '#app/http/out/replies.ts'
import { acts } from '#app/messages/en.ts'
import { listPath } from '#app/protocol/paths.ts'

const itemIdOf = (request: Request) => new URL(request.url).searchParams.get('itemID')

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  // Our pages send no other field, and other programs maybe no form at all.
  const form = request.headers.has('Content-Type') ? await readForm(context) : {}
  const { op } = parse(Repeatable, form)
  const item = await ignoreFailure(
    context,
    () => deleteItem(context.services, user, itemIdOf(request) ?? undefined, outboxOp(op)),
    op,
  )
  return done(context, listPath(params.id ?? ''), undoable(item, acts.deletedOne))
}

export const loader = ({ params }: LoaderFunctionArgs) => redirect(listPath(params.id ?? ''), 303)
