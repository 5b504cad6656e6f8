import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { deleteAccount } from '#app/domain/accounts/deleteAccount.ts'
import { OFFER_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { namesOfLists } from '#app/domain/lists/ownLists.ts'
import { heirsOf } from '#app/domain/sharing/heirs.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { sessionCookie } from '#app/http/in/cookies.ts'
import { redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { notices } from '#app/messages/en/notices.ts'
import { days, plural } from '#app/messages/format.ts'
import { SETTINGS } from '#app/protocol/paths.ts'
import { refusalOf } from '#app/protocol/reply.ts'
import { AccountForm, useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'

export { passHeaders as headers } from '#app/http/out/replies.ts'
export { catchNetworkError as clientAction } from '#app/ui/browser/networkError.ts'

export const meta: MetaFunction = () => [{ title: 'Delete account · Larder' }]

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const user = await requireUser(services, request)
  const own = (await namesOfLists(services, user)).filter(({ role }) => role === 'owner')
  const heirs = await heirsOf(services.db, user)
  return {
    email: user.email,
    lists: own.length - heirs.length,
    heirs: heirs.map(({ listId, listName, name }) => ({ listId, listName, name })),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(services, request)
  const typed = await readForm(context)
  const sharedLists = typed.sharedLists === 'delete' ? 'delete' : 'hand-over'
  try {
    const choice = { password: typed.password ?? '', sharedLists } as const
    const text = notices.accountDeleted(await deleteAccount(services, user, choice, context))
    const headers = new Headers({ 'Set-Cookie': sessionCookie(services.config).clear() })
    return redirectWith(context, '/landing', { message: { kind: 'success', text } }, headers)
  } catch (error) {
    return refusedHere(context, error, typed)
  }
}

const FIELDS = [
  { name: 'password', label: 'Current password', type: 'password', autoComplete: 'current-password' },
]

export default function DeleteAccountPage() {
  const { email, lists, heirs } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <AccountPage title="DELETE ACCOUNT" message={useMessage(result)}>
      <p>
        This permanently deletes the account <b>{email}</b>
        {lists > 0 && `, ${plural(lists, 'list')}`}, and all {heirs.length > 0 ? 'their ' : ''}items and
        receipts. You'll be logged out on every device. You can't undo this.
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
        variant="danger"
        failure={result}
      >
        {heirs.length > 0 && <SharedLists />}
      </AccountForm>
      <p className="alternative">
        <Link to={SETTINGS}>Cancel</Link>
      </p>
    </AccountPage>
  )
}

function SharedLists() {
  const { heirs } = useLoaderData<typeof loader>()
  const deletes = refusalOf(useActionData<typeof action>())?.values.sharedLists === 'delete'
  return (
    <fieldset className="choice">
      <legend>Lists you share with editors</legend>
      <label>
        <input
          type="radio"
          name="sharedLists"
          value="hand-over"
          defaultChecked={!deletes}
          aria-describedby="heirs"
        />
        Offer them to their editors
      </label>
      <ul id="heirs">
        {heirs.map(({ listId, listName, name }) => (
          <li key={listId} dir="auto">
            “{listName}” is offered to {name}
          </li>
        ))}
        <li>
          {`Each editor has ${days(OFFER_LIFETIME)} to accept, then the next one is asked. Lists that nobody accepts are deleted.`}
        </li>
      </ul>
      <label>
        <input type="radio" name="sharedLists" value="delete" defaultChecked={deletes} />
        Delete them for everyone
      </label>
    </fieldset>
  )
}
