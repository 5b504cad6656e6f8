import type { ActionFunctionArgs } from '@remix-run/node'
import { findList } from '#app/domain/access/access.ts'
import { DuplicateList } from '#app/domain/inputs.ts'
import { duplicateList } from '#app/domain/lists/duplicateList.ts'
import { parse } from '#app/domain/parse.ts'
import { formOp } from '#app/domain/write.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { done, refused } from '#app/http/out/replies.ts'
import { listPath, listsPath, pathBack } from '#app/protocol/paths.ts'
import { copyName } from '#app/words/copyName.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export { redirectToLists as loader } from '#app/http/in/auth.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const values = await readForm(context)
  try {
    const input = parse(DuplicateList, values)
    const op = formOp(context.services, user, input.id, 'duplicate', [params.id, input.name])
    const copy = await duplicateList(context.services, user, copyName(context.reader), params.id, input, op)
    // A repeated request, after the copy was deleted again.
    const isGone = !(await findList(context.services.db, user, copy.id, 'see'))
    if (isGone) return done(context, listsPath(user.id), { leads: true })
    const message = wordsOf(context.reader, acts).copied(copy)
    return done(context, listPath(copy.id), { message, change: copy.change, leads: true })
  } catch (error) {
    return refused(context, error, pathBack(request.url, user.id, params.id))
  }
}
