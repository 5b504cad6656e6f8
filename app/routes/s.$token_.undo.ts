import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { undoChange, undoOperation } from '#app/domain/history/undo.ts'
import { Operation } from '#app/domain/inputs.ts'
import { parse } from '#app/http/in/forms.ts'
import { guestAction } from '#app/http/in/guests.ts'
import { done, refused } from '#app/http/out/replies.ts'
import { acts } from '#app/messages/en.ts'
import { linkPath } from '#app/protocol/paths.ts'
import { showingReply } from '#app/ui/browser/replies.ts'

/** Takes back what the same person did. */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args
  const { guest, form } = await guestAction(args)
  const home = linkPath(params.token)
  try {
    // The outbox takes back what it may have sent.
    if (form.operation !== undefined) {
      const target = { op: form.change, listId: guest.listId }
      const undone = await undoOperation(context.services, guest, target)
      return done(context, home, undone && { message: acts.undone(undone) })
    }
    const { id } = parse(Operation, form)
    const undone = await undoChange(context.services, guest, form.change, id)
    const isRedo = form.redo !== undefined
    return done(context, home, {
      message: isRedo && undone.restored === undone.of ? 'Redone.' : acts.undone(undone),
      change: undone.change,
      isUndo: !isRedo,
    })
  } catch (error) {
    return refused(context, error, home)
  }
}

export const loader = ({ params }: LoaderFunctionArgs) => redirect(linkPath(params.token), 303)

export const clientAction = showingReply
