import type { ActionFunctionArgs } from '@remix-run/node'
import { RemoveAtHome } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { removeAtHome } from '#app/domain/recipes/atHome.ts'
import { formOp } from '#app/domain/write.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { done, refused, undoable } from '#app/http/out/replies.ts'
import { listPath, listsPath, recentPath } from '#app/protocol/paths.ts'
import { atHomeText } from '#app/words/atHome.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export { redirectToLists as loader } from '#app/http/in/auth.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  const { reader } = context
  const form = await readForm(context)
  try {
    const { id, itemID: itemId } = parse(RemoveAtHome, form)
    const op = formOp(services, user, id, 'at-home', [params.id, itemId])
    const result = await removeAtHome(services, user, params.id, { itemId }, op)
    const { listId, rest } = result
    const reply = undoable(result, ({ removed: [first, ...others] }) => {
      const words = wordsOf(reader, acts)
      if (!first) return undefined
      return others.length > 0 ? words.deletedMany({ n: 1 + others.length }) : words.deletedOne(first)
    })
    const path = form.from === 'recent' ? recentPath(listId) : listPath(listId)
    return done(context, path, { ...reply, ...atHomeText(reader, params.id ?? null, rest) })
  } catch (error) {
    return refused(context, error, listsPath(user.id))
  }
}
