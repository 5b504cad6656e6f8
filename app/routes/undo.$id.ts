import type { ActionFunctionArgs } from '@remix-run/node'
import { undoChange, undoOperation } from '#app/domain/history/undo.ts'
import { Operation } from '#app/domain/inputs.ts'
import { redirectToLists, requireUser } from '#app/http/in/auth.ts'
import { parse, readForm } from '#app/http/in/forms.ts'
import { done, redirectWith, refused } from '#app/http/out/replies.ts'
import { acts } from '#app/messages/en.ts'
import { listPath, listsPath, recentPath } from '#app/protocol/paths.ts'
import { showingReply } from '#app/ui/browser/replies.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const form = await readForm(context)
  const home = listsPath(user.id)
  try {
    // The outbox takes back what it may have sent.
    if (form.operation !== undefined) {
      const target = { op: params.id, listId: form.listID }
      const undone = await undoOperation(context.services, user, target)
      return done(context, listPath(form.listID ?? ''), undone && { message: acts.undone(undone) })
    }
    const { id } = parse(Operation, form)
    const undone = await undoChange(context.services, user, params.id, id)
    const { list, change } = undone
    const onList = form.from === 'recent' ? recentPath(list.id) : listPath(list.id)
    const isRedo = form.redo !== undefined
    const text = isRedo && undone.restored === undone.of ? 'Redone.' : acts.undone(undone)
    const offer = { ...(change && { change }), isUndo: !isRedo }
    // Its page may be the open one, and can't be shown any longer.
    if (list.deleted && !context.wantsJson)
      return redirectWith(context, home, { message: { kind: 'success', text, ...offer } })
    return done(context, undone.kind === 'list' && form.from !== 'list' ? home : onList, {
      message: text,
      ...offer,
    })
  } catch (error) {
    return refused(context, error, home)
  }
}

export const loader = redirectToLists

export const clientAction = showingReply
