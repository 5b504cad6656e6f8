import { type ActionFunctionArgs, type AppLoadContext, redirect } from '@remix-run/node'
import { isGuest, isMissingRight } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { AddForm, Repeatable } from '#app/domain/inputs.ts'
import { addItem } from '#app/domain/items/items.ts'
import { parse } from '#app/domain/parse.ts'
import { formOrOutboxOp } from '#app/domain/write.ts'
import { actorFor } from '#app/http/in/auth.ts'
import { done, expectedFailure, refused, refusedHere } from '#app/http/out/replies.ts'
import { dialogPath } from '#app/protocol/paths.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const { actor, form, listId, home, headers } = await actorFor(args)
  const dialog = dialogPath(home, 'add')
  const words = wordsOf(context.reader, acts)
  try {
    const input = { listId, ...parse(AddForm, form) }
    const known = { op: parse(Repeatable, form).op, id: input.id }
    const op = formOrOutboxOp(context.services, actor, known, 'add', [listId, input.name])
    const { change } = await addItem(context.services, actor, input, op)
    // Without JavaScript: the fragment of the form's own address would take the focus from the dialog.
    const path = form.another ? `${dialog}#another` : home
    return done(context, path, { change, message: words.itemAdded }, headers)
  } catch (error) {
    // A link's form posts to an address of its own, an account's to the page.
    if (isGuest(actor)) return refused(context, error, dialog, { prefix: words.additionFailed, draft: form })
    return refusedOnPage(context, error, form)
  }
}

function refusedOnPage(context: AppLoadContext, error: unknown, form: Record<string, string>) {
  if (error instanceof DomainError && error.status === 404) {
    if (context.wantsJson) throw error
    expectedFailure(context, error)
    throw redirect('/landing', 303)
  }
  if (isMissingRight(error) && !context.scripted) throw error
  return refusedHere(context, error, form, wordsOf(context.reader, acts).additionFailed)
}
