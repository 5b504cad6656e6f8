import type { ActionFunctionArgs } from '@remix-run/node'
import { Operation } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { addAgain } from '#app/domain/trips/addAgain.ts'
import { formOp } from '#app/domain/write.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { done, refused, undoable } from '#app/http/out/replies.ts'
import { listPath, tripPath } from '#app/protocol/paths.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export { redirectToLists as loader } from '#app/http/in/auth.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  const { reader } = context
  const form = await readForm(context)
  try {
    const { id } = parse(Operation, form)
    const op = formOp(services, user, id, 'add-again', params.id)
    const result = await addAgain(services, user, params.id, { id }, op)
    const { list, count } = result
    const reply = undoable(result, () => wordsOf(reader, acts).addedTo({ n: count, list: list.name }))
    return done(context, listPath(list.id), { ...reply, leads: form.listID === undefined })
  } catch (error) {
    return refused(context, error, form.listID ? listPath(form.listID) : tripPath(params.id ?? ''))
  }
}
