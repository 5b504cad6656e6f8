import { type ActionFunctionArgs, type LoaderFunctionArgs, redirectDocument } from '@remix-run/node'
import { Link, useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { signIn } from '#app/domain/accounts/signIn.ts'
import { Login } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { currentUser, visitorOf } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { sessionCookie } from '#app/http/in/cookies.ts'
import { refusedHere } from '#app/http/out/replies.ts'
import { invitePath, listsPath, registerPath, sharedIn, shareTargetPath } from '#app/protocol/paths.ts'
import { AccountForm, emailField, useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { useFlash } from '#app/ui/flash.ts'
import { WaitingForSignIn } from '#app/ui/offline/WaitingForSignIn.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { account } from '#app/words/en/account.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, account).signIn} · Larder` }

/** A password reset signs people in and then comes here, as the spec has it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await currentUser(context, request)
  return { signedInAs: user?.name }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const typed = await readForm(context)
  const search = new URL(request.url).searchParams
  const invite = search.get('invite')
  try {
    const { userId, cookie } = await signIn(services, visitorOf(context, request), parse(Login, typed))
    const headers = { 'Set-Cookie': sessionCookie(services.config).set(cookie) }
    // The redirect's path is fixed, so no link can lead off the site.
    const shared = search.has('share') && shareTargetPath(sharedIn(search, 'share'))
    const next = invite ? invitePath(invite) : shared || listsPath(userId)
    // A new document, because the account may read another language than this one has.
    return redirectDocument(next, { status: 303, headers })
  } catch (error) {
    return refusedHere(context, error, typed)
  }
}

const fieldsWith = (email: string | undefined, words: typeof account) => [
  { ...emailField(words), defaultValue: email },
  {
    name: 'password',
    label: words.password,
    type: 'password',
    autoComplete: 'current-password',
    placeholder: words.yourPassword,
    takesFocus: email !== undefined,
  },
]

export default function LoginPage() {
  const words = useWords(account)
  const { signedInAs } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const [search] = useSearchParams()
  const registered = useFlash()?.draft?.values.email
  const message = useMessage(result)
  if (signedInAs !== undefined) {
    return (
      <AccountPage title={words.loginTitle} message={message}>
        <p className="lead">{words.signedInAs({ name: signedInAs })}</p>
        <Link className="button wide" to="/start">
          {words.goToLists}
        </Link>
      </AccountPage>
    )
  }
  return (
    <AccountPage title={words.loginTitle} message={message} hasForm>
      {search.has('invite') && <p className="lead">{words.signInToAcceptYours}</p>}
      <WaitingForSignIn />
      <AccountForm
        fields={fieldsWith(registered, words)}
        submit={words.submit}
        submitting={words.submitting}
        failure={result}
      >
        <Link className="aside" to="/forgot-password">
          {words.forgotPassword}
        </Link>
      </AccountForm>
      <p className="alternative">
        <Link to={registerPath(search.get('invite'))}>
          {words.needAccount} <b>{words.signUp}</b>
        </Link>
      </p>
    </AccountPage>
  )
}
