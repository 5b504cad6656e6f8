import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { DomainError } from '#app/domain/errors.ts'
import { EditForm, Repeatable } from '#app/domain/inputs.ts'
import { editItem } from '#app/domain/items/items.ts'
import { parse } from '#app/domain/parse.ts'
import { outboxOp } from '#app/domain/write.ts'
import { actorFor } from '#app/http/in/auth.ts'
import { done, refused } from '#app/http/out/replies.ts'
import { dialogPath, listIdIn, listPath, movePath } from '#app/protocol/paths.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const { actor, form, itemId = '', listId = '', home, headers } = await actorFor(args)
  try {
    const { op } = parse(Repeatable, form)
    const { change } = await editItem(context.services, actor, itemId, parse(EditForm, form), outboxOp(op))
    const message = wordsOf(context.reader, acts).itemEdited
    if (form.move === undefined) return done(context, home, { change, message }, headers)
    return done(context, movePath(itemId, listId), change ? { change, message } : {}, headers)
  } catch (error) {
    const code = error instanceof DomainError ? error.code : undefined
    // Back to the dialog with what was typed. If the item is gone, it offers to add it again.
    const path = code === 'item-not-found' ? dialogPath(home, 'add') : dialogPath(home, 'edit', itemId)
    // The message about a deleted item already says who deleted it.
    const prefix = code === 'item-deleted' ? undefined : wordsOf(context.reader, acts).editFailed
    return refused(context, error, path, { prefix, draft: form })
  }
}

export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(listPath(listIdIn(new URL(request.url).search)), 303)
