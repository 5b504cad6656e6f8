import type { ActionFunctionArgs } from '@remix-run/node'
import { Repeatable } from '#app/domain/inputs.ts'
import { deleteItem } from '#app/domain/items/deleteItems.ts'
import { parse } from '#app/domain/parse.ts'
import { outboxOp } from '#app/domain/write.ts'
import { actorFor } from '#app/http/in/auth.ts'
import { done, ignoreFailure, undoableItem } from '#app/http/out/replies.ts'
import { scrolledTo } from '#app/http/out/rowAbove.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export { redirectToList as loader } from '#app/http/in/auth.ts'

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const { actor, form, itemId, home, headers } = await actorFor(args)
  const { op } = parse(Repeatable, form)
  const item = await ignoreFailure(
    context,
    () => deleteItem(context.services, actor, itemId, outboxOp(op)),
    op,
  )
  const place = await scrolledTo(context, { home, form }, item, ({ completed }) => completed)
  return done(context, place, undoableItem(item, wordsOf(context.reader, acts).deletedOne), headers)
}
