import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { deleteAccount } from '#app/domain/accounts/deleteAccount.ts'
import { OFFER_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { namesOfLists } from '#app/domain/lists/ownLists.ts'
import { heirsOf } from '#app/domain/sharing/heirs.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { sessionCookie } from '#app/http/in/cookies.ts'
import { redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { SETTINGS } from '#app/protocol/paths.ts'
import { refusalOf } from '#app/protocol/reply.ts'
import { AccountForm, useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { account } from '#app/words/en/account.ts'
import { notices } from '#app/words/en/notices.ts'
import { days } from '#app/words/format.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useReader, useWords } from '#app/words/useWords.ts'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'

export const handle: PageHandle = {
  title: (reader) => `${wordsOf(reader, account).deleteAccountTab} · Larder`,
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
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
  const user = await requireUser(context, request)
  const typed = await readForm(context)
  const sharedLists = typed.sharedLists === 'delete' ? 'delete' : 'hand-over'
  try {
    const choice = { password: typed.password ?? '', sharedLists } as const
    const outcome = await deleteAccount(services, user, choice, context)
    const text = wordsOf(context.reader, notices).accountDeleted(outcome)
    const headers = new Headers({ 'Set-Cookie': sessionCookie(services.config).clear() })
    return redirectWith(context, '/landing', { message: { kind: 'success', text } }, headers)
  } catch (error) {
    return refusedHere(context, error, typed)
  }
}

export default function DeleteAccountPage() {
  const words = useWords(account)
  const { email, lists, heirs } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const field = {
    name: 'password',
    label: words.currentPassword,
    type: 'password',
    autoComplete: 'current-password',
  }
  const shares = heirs.length > 0
  const deletes = shares ? words.deletesUnshared : words.deletes
  const deletesLists = shares ? words.deletesUnsharedLists : words.deletesLists
  const named = { email: <b>{email}</b>, n: lists }
  return (
    <AccountPage title={words.deleteTitle} message={useMessage(result)}>
      <p>{lists > 0 ? deletesLists(named) : deletes(named)}</p>
      <p>
        {words.backupsKeep({
          download: (
            <Link to="/settings/export" reloadDocument>
              {words.downloadData}
            </Link>
          ),
        })}
      </p>
      <AccountForm
        fields={[field]}
        submit={words.deleteAccount}
        submitting={words.deleting}
        variant="danger"
        failure={result}
      >
        {shares && <SharedLists />}
      </AccountForm>
      <p className="alternative">
        <Link to={SETTINGS}>{words.cancel}</Link>
      </p>
    </AccountPage>
  )
}

function SharedLists() {
  const words = useWords(account)
  const reader = useReader()
  const { heirs } = useLoaderData<typeof loader>()
  const deletes = refusalOf(useActionData<typeof action>())?.values.sharedLists === 'delete'
  return (
    <fieldset className="choice">
      <legend>{words.sharedLists}</legend>
      <label>
        <input
          type="radio"
          name="sharedLists"
          value="hand-over"
          defaultChecked={!deletes}
          aria-describedby="heirs"
        />
        {words.offerLists}
      </label>
      <ul id="heirs">
        {heirs.map(({ listId, listName, name }) => (
          <li key={listId} dir="auto">
            {words.offered({ listName, name })}
          </li>
        ))}
        <li>{words.eachEditorHas({ days: days(reader, OFFER_LIFETIME) })}</li>
      </ul>
      <label>
        <input type="radio" name="sharedLists" value="delete" defaultChecked={deletes} />
        {words.deleteLists}
      </label>
    </fieldset>
  )
}
