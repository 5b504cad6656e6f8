import type { ActionFunctionArgs } from '@remix-run/node'
import { restoreItem } from '#app/domain/history/trash.ts'
import { Repeatable } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { itemIn, outboxOp } from '#app/domain/write.ts'
import { actorFor } from '#app/http/in/auth.ts'
import { done, refused, undoableItem } from '#app/http/out/replies.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export { redirectToLists as loader } from '#app/http/in/auth.ts'

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const { actor, form, itemId, pages, headers } = await actorFor(args)
  try {
    const { op } = parse(Repeatable, form)
    const result = await restoreItem(context.services, actor, itemId, outboxOp(op))
    const item = itemIn(result)
    const path = item ? pages.recent(item.listId) : pages.lists
    return done(context, path, undoableItem(result, wordsOf(context.reader, acts).restored), headers)
  } catch (error) {
    return refused(context, error, form.listID ? pages.recent(form.listID) : pages.lists)
  }
}
