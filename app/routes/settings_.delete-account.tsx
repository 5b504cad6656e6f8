import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { deleteAccount } from '#app/domain/deleteAccount.ts'
import { listsOf } from '#app/domain/lists.ts'
import { sessionCookie } from '#app/http/cookies.ts'
import { passHeaders } from '#app/http/errors.ts'
import { readForm } from '#app/http/forms.ts'
import { redirectWith, refusedHere } from '#app/http/replies.ts'
import { requireUser } from '#app/http/session.ts'
import { AccountForm, useSaid } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { catchNetworkError } from '#app/ui/networkError.ts'
import { listsPath } from '#app/ui/paths.ts'

export const meta: MetaFunction = () => [{ title: 'Delete your account · Larder' }]
export const headers = passHeaders

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const user = await requireUser(services, request)
  const lists = await listsOf(services, user)
  return { id: user.id, email: user.email, lists: lists.length }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(services, request)
  const typed = await readForm(request)
  try {
    await deleteAccount(services, user, typed.password ?? '')
  } catch (error) {
    return refusedHere(context, error, typed)
  }
  services.audit.note(context, { event: 'account-deleted', user: user.id })
  const headers = new Headers({ 'Set-Cookie': sessionCookie(services.config).clear() })
  const text = 'Your account and everything in it was deleted.'
  return redirectWith(context, '/landing', { message: { kind: 'success', text } }, headers)
}

const FIELDS = [
  {
    name: 'password',
    label: 'Your password, to be sure that it is you',
    type: 'password',
    autoComplete: 'current-password',
  },
]

export const clientAction = catchNetworkError

export default function DeleteAccountPage() {
  const { id, email, lists } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <AccountPage title="DELETE ACCOUNT" said={useSaid(refused)}>
      <p>
        This deletes the account of <b>{email}</b> for good, with{' '}
        {lists === 1 ? 'its one list' : `all its ${lists} lists`}, every item and every receipt, and signs you
        out everywhere. It cannot be undone.
      </p>
      <p>
        Backups that were made before still hold it until they are replaced by newer ones. You may want to{' '}
        <Link to="/settings/export" reloadDocument>
          download everything
        </Link>{' '}
        first.
      </p>
      <AccountForm fields={FIELDS} submit="Delete my account" submitting="Deleting..." refused={refused} />
      <p className="other-way">
        <Link to={listsPath(id)}>Keep it, and go back to my lists</Link>
      </p>
    </AccountPage>
  )
}
