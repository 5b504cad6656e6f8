import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { deleteAccount } from '#app/domain/deleteAccount.ts'
import { namesOfLists } from '#app/domain/ownLists.ts'
import { requireUser } from '#app/http/auth.ts'
import { sessionCookie } from '#app/http/cookies.ts'
import { passHeaders } from '#app/http/failures.ts'
import { readForm } from '#app/http/forms.ts'
import { redirectWith, refusedHere } from '#app/http/replies.ts'
import { AccountForm, useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { catchNetworkError } from '#app/ui/networkError.ts'
import { SETTINGS } from '#app/ui/paths.ts'

export const meta: MetaFunction = () => [{ title: 'Delete account · Larder' }]
export const headers = passHeaders

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const user = await requireUser(services, request)
  const lists = await namesOfLists(services, user)
  return { email: user.email, lists: lists.length }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(services, request)
  const typed = await readForm(request)
  try {
    await deleteAccount(services, user, typed.password ?? '', context)
  } catch (error) {
    return refusedHere(context, error, typed)
  }
  const headers = new Headers({ 'Set-Cookie': sessionCookie(services.config).clear() })
  const text = 'Your account and all its data were deleted.'
  return redirectWith(context, '/landing', { message: { kind: 'success', text } }, headers)
}

const FIELDS = [
  {
    name: 'password',
    label: 'Current password',
    type: 'password',
    autoComplete: 'current-password',
  },
]

export const clientAction = catchNetworkError

export default function DeleteAccountPage() {
  const { email, lists } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <AccountPage title="DELETE ACCOUNT" message={useMessage(result)}>
      <p>
        This permanently deletes the account <b>{email}</b>, {lists === 1 ? '1 list' : `${lists} lists`}, and
        all items and receipts. You'll be logged out on every device. You can't undo this.
      </p>
      <p>
        Existing backups of this server keep a copy until newer ones replace them. You can{' '}
        <Link to="/settings/export" reloadDocument>
          download your data
        </Link>{' '}
        first.
      </p>
      <AccountForm
        fields={FIELDS}
        submit="Delete my account"
        submitting="Deleting..."
        danger
        failure={result}
      />
      <p className="alternative">
        <Link to={SETTINGS}>Cancel</Link>
      </p>
    </AccountPage>
  )
}
