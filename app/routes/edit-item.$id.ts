import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { DomainError } from '#app/domain/errors.ts'
import { EditItem } from '#app/domain/inputs.ts'
import { editItem } from '#app/domain/items.ts'
import { requireUser } from '#app/http/auth.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { done, refused } from '#app/http/replies.ts'
import { listPath } from '#app/ui/paths.ts'
import { showingSuccess } from '#app/ui/replies.ts'

const listPathOf = (request: Request) => listPath(new URL(request.url).searchParams.get('listID') ?? '')

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const values = await readForm(request)
  const path = listPathOf(request)
  try {
    const { change } = await editItem(context.services, user, params.id, parse(EditItem, values))
    return done(context, path, { message: 'Item edited successfully!', change })
  } catch (error) {
    // If the item was deleted, offer to add it again.
    const deleted = error instanceof DomainError && error.status === 404
    const dialog = deleted ? 'dialog=add' : `dialog=edit&itemID=${encodeURIComponent(params.id ?? '')}`
    return refused(context, error, `${path}&${dialog}`, {
      prefix: 'Item edit failed!',
      draft: values,
      seen: isItemChanged(error) ? error.params.updatedAt : undefined,
    })
  }
}

function isItemChanged(error: unknown): error is DomainError<'item-changed'> {
  return error instanceof DomainError && error.code === 'item-changed'
}

export const loader = ({ request }: LoaderFunctionArgs) => redirect(listPathOf(request), 303)

export const clientAction = showingSuccess
