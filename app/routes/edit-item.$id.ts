import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { EditItem, Repeatable } from '#app/domain/inputs.ts'
import { editItem } from '#app/domain/items/items.ts'
import { outboxOp } from '#app/domain/operations.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { parse, readForm } from '#app/http/in/forms.ts'
import { done, said } from '#app/http/out/replies.ts'
import { listPath } from '#app/protocol/paths.ts'
import { refusedEdit } from './single-list/refusedEdit.ts'

const listPathOf = (request: Request) => listPath(new URL(request.url).searchParams.get('listID') ?? '')

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const values = await readForm(context)
  const path = listPathOf(request)
  try {
    const { op } = parse(Repeatable, values)
    const item = await editItem(context.services, user, params.id, parse(EditItem, values), outboxOp(op))
    const edited = said(item, () => 'Item edited successfully!')
    return done(context, path, edited)
  } catch (error) {
    return refusedEdit(context, error, { home: path, itemId: params.id, values })
  }
}

export const loader = ({ request }: LoaderFunctionArgs) => redirect(listPathOf(request), 303)
