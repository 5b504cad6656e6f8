import type { ActionFunctionArgs } from '@remix-run/node'
import { DomainError } from '#app/domain/errors.ts'
import { RenameList } from '#app/domain/inputs.ts'
import { editList } from '#app/domain/lists/editList.ts'
import { parse } from '#app/domain/parse.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { done, refused, undoable } from '#app/http/out/replies.ts'
import { listPath, pathBack } from '#app/protocol/paths.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export { redirectToLists as loader } from '#app/http/in/auth.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const path = pathBack(request.url, user.id, params.id)
  const values = await readForm(context)
  try {
    const renamed = await editList(context.services, user, params.id, parse(RenameList, values))
    return done(context, path, undoable(renamed, wordsOf(context.reader, acts).renamed))
  } catch (error) {
    // Back to the dialog, unless there is no list to rename.
    const isRefusedName = path === listPath(params.id ?? '') && error instanceof DomainError && error.fields
    const draft = { name: values.name ?? '', rename: params.id ?? '' }
    return refused(context, error, isRefusedName ? `${path}&dialog=rename` : path, { draft })
  }
}
