import type { ActionFunctionArgs } from '@remix-run/node'
import type { Undone } from '#app/domain/history/changes.ts'
import { undoChange, undoOperation } from '#app/domain/history/undo.ts'
import { Operation } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { actorFor } from '#app/http/in/auth.ts'
import { done, refused } from '#app/http/out/replies.ts'
import { aislesPath, spendingPath, usualPath } from '#app/protocol/paths.ts'
import { undone } from '#app/words/undone.ts'

export { redirectToLists as loader } from '#app/http/in/auth.ts'

/** An undo that changed nothing isn't a success, although its request is. */
const kindOf = ({ restored, change }: Undone) => (restored === 0 && !change ? 'error' : undefined)

type Pages = Awaited<ReturnType<typeof actorFor>>['pages']

/** Where it was done. */
function pageOf({ kind, list }: Undone, pages: Pages) {
  if (kind === 'usual') return usualPath(list.id)
  if (kind === 'order') return aislesPath(list.id)
  return kind === 'trip' ? spendingPath({ listID: list.id }) : pages.list(list.id)
}

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args
  const { services } = context
  const { actor, form, listId, home, pages } = await actorFor(args)
  const undoes = params.id ?? form.change
  try {
    // The outbox takes back what it may have sent.
    if (form.operation !== undefined) {
      const outcome = await undoOperation(services, actor, { op: undoes, listId })
      return done(
        context,
        home,
        outcome && { message: undone(context.reader, outcome), kind: kindOf(outcome) },
      )
    }
    const { id } = parse(Operation, form)
    const outcome = await undoChange(services, actor, undoes, id)
    const { list, change } = outcome
    const isRedo = form.redo !== undefined
    const message = undone(context.reader, outcome, isRedo)
    const kind = kindOf(outcome)
    const offer = { ...(change && { change }), isUndo: !isRedo }
    // The page of a list that is gone may be the open one, and can't be shown any longer.
    if (list.deleted) return done(context, pages.lists, { message, kind, ...offer, leads: true })
    const page = form.from === 'recent' ? pages.recent(list.id) : pageOf(outcome, pages)
    const path = outcome.kind === 'list' && form.from !== 'list' ? pages.lists : page
    return done(context, path, { message, kind, ...offer })
  } catch (error) {
    return refused(context, error, pages.lists)
  }
}
