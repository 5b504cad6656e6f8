import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { isResetLinkValid, resetPassword } from '#app/domain/accounts/resetPassword.ts'
import { DomainError } from '#app/domain/errors.ts'
import { ResetLink, ResetPassword } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { visitorOf } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { sessionCookie } from '#app/http/in/cookies.ts'
import { expectedFailure, refusedHere } from '#app/http/out/replies.ts'
import { AccountForm, newPasswordField, useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { account } from '#app/words/en/account.ts'
import { notices } from '#app/words/en/notices.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'

export { passHeaders as headers } from '#app/http/out/replies.ts'
export { catchNetworkError as clientAction } from '#app/ui/browser/networkError.ts'
// A used link is dead: after the form was sent, its result counts.
export { unlessPosted as shouldRevalidate } from '#app/ui/browser/shouldRevalidate.ts'

export const handle: PageHandle = {
  title: (reader) => `${wordsOf(reader, account).resetPasswordTab} · Larder`,
}

const SECONDS_UNTIL_LOGIN = 3
/** For the message that sharing has ended. */
const SECONDS_TO_READ = 20

function linkOf(request: Request) {
  const { searchParams } = new URL(request.url)
  return { token: searchParams.get('token'), email: searchParams.get('email') }
}

export async function loader({ request, context: { services, reader } }: LoaderFunctionArgs) {
  const link = parse(ResetLink, linkOf(request))
  const works = await isResetLinkValid(services, link)
  const dead = works ? undefined : wordsOf(reader, notices).resetLinkDead
  return data({ email: link.email, dead }, { status: works ? 200 : 400 })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(context)
  try {
    const input = parse(ResetPassword, { ...typed, ...linkOf(request) })
    const { cookie, ...ended } = await resetPassword(context.services, visitorOf(context, request), input)
    const headers = new Headers({ 'Set-Cookie': sessionCookie(context.services.config).set(cookie) })
    const message = wordsOf(context.reader, notices).passwordChanged(ended)
    const seconds = ended.hasEndedSharing ? SECONDS_TO_READ : SECONDS_UNTIL_LOGIN
    return goToLogin({ ok: true, message, seconds }, context.scripted, { headers })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    // Only the password was refused: the link still works, so keep the form.
    if (error.fields?.password) return refusedHere(context, error, typed)
    const { status, msg, headers } = expectedFailure(context, error)
    return goToLogin({ ok: false, message: msg }, context.scripted, { status, headers: new Headers(headers) })
  }
}

/** Success and failure both lead to the login page; without JavaScript the Refresh header does it. */
function goToLogin(
  outcome: { ok: boolean; message: string; seconds?: number },
  scripted: boolean,
  { status = 200, headers = new Headers() } = {},
) {
  const { seconds = SECONDS_UNTIL_LOGIN } = outcome
  if (!scripted) headers.set('Refresh', `${seconds}; url=/login`)
  return data({ ...outcome, seconds, finished: true }, { status, headers })
}

export default function ResetPasswordPage() {
  const words = useWords(account)
  const { email, dead } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const message = useMessage(result?.ok ? undefined : result)
  const finished = result !== undefined && 'finished' in result
  useRedirectToLogin(finished ? result.seconds : undefined)

  if (finished && result.ok) {
    return (
      <AccountPage key="done" title={words.resetTitle} focusTitle>
        <p className="lead" role="status">
          {result.message}
        </p>
        <Link className="button wide" to="/start" reloadDocument>
          {words.goToLists}
        </Link>
      </AccountPage>
    )
  }
  if (dead && !result) {
    return (
      <AccountPage title={words.resetTitle}>
        <p className="lead warning" role="alert">
          {dead}
        </p>
        <Link className="button wide" to="/forgot-password">
          {words.getNewLink}
        </Link>
      </AccountPage>
    )
  }
  return (
    <AccountPage title={words.resetTitle} message={message}>
      <AccountForm
        fields={[newPasswordField(words)]}
        submit={words.reset}
        submitting={words.resetting}
        failure={result}
      >
        {/* Password managers need the username to update the right entry. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      </AccountForm>
      <p className="alternative">
        <Link to="/forgot-password">
          {words.needNewLink} <b>{words.getOne}</b>
        </Link>
      </p>
    </AccountPage>
  )
}

function useRedirectToLogin(seconds: number | undefined) {
  useEffect(() => {
    if (seconds === undefined) return
    // A new document, because the account may read another language than this one has.
    const timer = setTimeout(() => location.assign('/login'), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds])
}
