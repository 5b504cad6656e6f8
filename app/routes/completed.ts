import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { Repeatable, SetCompleted } from '#app/domain/inputs.ts'
import { setCompleted } from '#app/domain/items/items.ts'
import { outboxOp } from '#app/domain/operations.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { parse, readForm } from '#app/http/in/forms.ts'
import { done, ignoreFailure, undoable } from '#app/http/out/replies.ts'
import { acts } from '#app/messages/en.ts'
import { listPath } from '#app/protocol/paths.ts'

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const form = await readForm(context)
  const { op } = parse(Repeatable, form)
  const item = await ignoreFailure(
    context,
    async () => setCompleted(context.services, user, parse(SetCompleted, form), outboxOp(op)),
    op,
  )
  return done(context, listPath(form.listID ?? ''), undoable(item, acts.ticked))
}

export const loader = () => redirect('/', 303)
