import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { Repeatable, SetCompleted } from '#app/domain/inputs.ts'
import { setCompleted } from '#app/domain/items/items.ts'
import { parse } from '#app/domain/parse.ts'
import { outboxOp } from '#app/domain/write.ts'
import { actorFor } from '#app/http/in/auth.ts'
import { done, ignoreFailure, undoableItem } from '#app/http/out/replies.ts'
import { scrolledTo } from '#app/http/out/rowAbove.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const { actor, form, home, headers } = await actorFor(args)
  const { op } = parse(Repeatable, form)
  const item = await ignoreFailure(
    context,
    async () => setCompleted(context.services, actor, parse(SetCompleted, form), outboxOp(op)),
    op,
  )
  const place = await scrolledTo(context, { home, form }, item, ({ completed }) => !completed)
  const { ticked, unticked } = wordsOf(context.reader, acts)
  const reply = undoableItem(item, ({ name, completed }) => (completed ? ticked : unticked)({ name }))
  return done(context, place, reply, headers)
}

export const loader = () => redirect('/', 303)
